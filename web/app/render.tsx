import { onlineManager } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { DocsPage } from '#shared/docs/blocks.ts';
import { indexDocsQuery } from '#web/api/index-docs.ts';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { prerenderedPages } from './prerendered-pages.ts';
import { Providers } from './providers.tsx';
import { routes } from './route-table.tsx';

/**
 * Markup of the pages that are rendered at build time, as visitors see them, each with its file and its modules.
 * @param docs the documentation of the catalogues
 */
export async function renderPages(docs: readonly DocsPage[]) {
  // There is no server at build time: data that is missing here stays a placeholder.
  onlineManager.setOnline(false);
  queryClient.setQueryData(sessionQuery.queryKey, null);
  for (const page of docs) {
    queryClient.setQueryData(indexDocsQuery(false, page.index_id).queryKey, page);
  }
  return Promise.all(
    prerenderedPages.map(async ({ path, ...page }) => ({ ...page, body: await renderPath(path) })),
  );
}

async function renderPath(path: string): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://build.invalid${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  return renderToString(
    <Providers>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Providers>,
  );
}
