import { MantineProvider } from '@mantine/core';
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
import { type ContentShape, ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import type { PageHandle } from '#web/ui/page/use-page.ts';
import { type FirstCall, firstCalls, memberCalls } from './first-calls.ts';
import type { Access } from './guards.ts';
import { appPages } from './layouts/app-pages.ts';
import { Component as MemberLayout } from './layouts/dashboard-layout.tsx';
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

/** Markup of what people see until the app runs: bar and place of a page. `start-page.js` completes it for an address. */
export interface Shells {
  /** For people who may be signed in: what the app shows first, too. */
  members: string;
  visitors: string;
  /** Placeholders of the content by their shape. */
  shapes: Record<ContentShape, string>;
}

export async function renderShells(): Promise<Shells> {
  const handle: PageHandle = { title: '\u00a0', description: '\u00a0', shape: 'list' };
  const [members, visitors] = await Promise.all(
    [MemberLayout, RouteSkeleton].map((Component) =>
      renderRoutes([{ path: '/', handle, Component }], '/'),
    ),
  );
  const shapeOf = (shape: ContentShape) => renderToString(<Shape shape={shape} />);
  return {
    members: members!,
    visitors: visitors!,
    shapes: {
      table: shapeOf('table'),
      list: shapeOf('list'),
      figures: shapeOf('figures'),
      form: shapeOf('form'),
      text: shapeOf('text'),
    },
  };
}

/** Without the styles of the theme, which the shell has. */
const Shape = ({ shape }: { shape: ContentShape }) => (
  <MantineProvider withCssVariables={false} withGlobalClasses={false}>
    <ContentSkeleton shape={shape} />
  </MantineProvider>
);

export interface AppPage {
  /** Pattern of React Router without the slash at its beginning. */
  path: string;
  /** Undefined if it depends on the address. */
  title: string | undefined;
  description: string | undefined;
  undescribedWith: string | undefined;
  shape: ContentShape;
  /** Path of the entry of the navigation that is marked as current. */
  menu: string | undefined;
  /** Modules that make the page, in the app's folder, without its layout. */
  modules: string[];
  access: Access;
  calls: readonly FirstCall[];
}

export { memberCalls };

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
        undescribedWith: page.undescribedWith,
        shape: page.shape ?? 'text',
        menu: appPages.find(({ under }) => under.some((prefix) => `/${path}`.startsWith(prefix)))
          ?.to,
        modules: [...layout, `routes/${page.module}.tsx`],
        access,
        calls: firstCalls[path] ?? [],
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
