import { onlineManager } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router-dom';
import type { DocsPage } from '#shared/docs/blocks.ts';
import { indexDocsQuery } from '#web/api/index-docs.ts';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import type { PageHandle } from '#web/ui/page/use-page.ts';
import type { Access } from './guards.ts';
import { RouteSkeleton } from './layouts/route-skeleton.tsx';
import { prerenderedPages } from './prerendered-pages.ts';
import { Providers } from './providers.tsx';
import { type PageRouteHandle, routes } from './route-table.tsx';

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

/** Markup of what people see until the app runs: the bar, and the place of a page. `start-page.js` fills in title and description. */
export function renderShell(): Promise<string> {
  const handle: PageHandle = { title: '\u00a0', description: '\u00a0', shape: 'list' };
  return renderRoutes([{ path: '/', handle, Component: RouteSkeleton }], '/');
}

export interface AppPage {
  /** Pattern of React Router without the slash at its beginning. */
  path: string;
  /** Undefined if it depends on the address. */
  title: string | undefined;
  description: string | undefined;
  /** Modules that make the page, in the app's folder, without its layout. */
  modules: string[];
  access: Access;
}

/** All pages of the app. */
export const listPages = () => pagesIn(routes, '', 'mixed');

function pagesIn(list: readonly RouteObject[], prefix: string, from: Access): AppPage[] {
  return list.flatMap(({ path: own = '', handle, children = [] }) => {
    const { access = from, ...page }: Partial<PageRouteHandle> & { access?: Access } = {
      ...handle,
    };
    const path = [prefix, own].filter(Boolean).join('/');
    if (!page.module) return pagesIn(children, path, access);
    const layout = access === 'staff' ? ['routes/admin.tsx'] : [];
    return [
      {
        path,
        title: typeof page.title === 'string' ? page.title : undefined,
        description: page.description,
        modules: [...layout, `routes/${page.module}.tsx`],
        access,
      },
    ];
  });
}

const renderPath = (path: string) => renderRoutes(routes, path);

async function renderRoutes(table: RouteObject[], path: string): Promise<string> {
  const handler = createStaticHandler(table);
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
