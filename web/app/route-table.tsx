import { type Params, type RouteObject, redirect } from 'react-router-dom';
import { catalogs, isCatalog } from '#shared/catalogs.ts';
import type { PageHandle } from '#web/ui/page/use-page.ts';
import { type Access, guards, leadToBlog } from './guards.ts';
import { RootLayout } from './layouts/root-layout.tsx';
import { RootError, RouteError } from './layouts/route-error.tsx';
import { RouteSkeleton } from './layouts/route-skeleton.tsx';
import { loadCode } from './load-code.ts';

/** A page whose title is shown before its code is loaded. If it fails, its layout stays. */
function page(
  path: string,
  title: PageHandle['title'],
  shape: PageHandle['shape'],
  load: Parameters<typeof loadCode>[0],
): RouteObject {
  const handle: PageHandle = { title, shape };
  return { path, handle, lazy: loadCode(load), ErrorBoundary: RouteError };
}

/** Pages in a layout, for people with this access. */
const guarded = (
  access: Access,
  layout: Parameters<typeof loadCode>[0],
  children: RouteObject[],
): RouteObject => ({
  handle: { access },
  loader: guards[access],
  lazy: loadCode(layout),
  children,
});

const authRoutes = [
  page('sign-in', 'Sign in', 'form', () => import('./routes/sign-in.tsx')),
  page('sign-up', 'Sign up for a free demo', 'form', () => import('./routes/sign-up.tsx')),
  page(
    'reset-password',
    'Reset your password',
    'form',
    () => import('./routes/reset-password.tsx'),
  ),
];

const catalogTitle = ({ indexId = '' }: Params) =>
  isCatalog(indexId) ? catalogs[indexId].name : 'Index';

const dashboardRoutes = [
  page('index', 'Index', 'table', () => import('./routes/index-list.tsx')),
  page('index/create', 'Create index', 'form', () => import('./routes/index-create.tsx')),
  page('indexes/:indexId', 'Index', 'figures', () => import('./routes/index-detail.tsx')),
  page('indexes/:indexId/:id', 'Document', 'text', () => import('./routes/document.tsx')),
  page('data-catalog/:indexId', catalogTitle, 'figures', () => import('./routes/data-catalog.tsx')),
  page('data-catalog/:indexId/:id', 'Document', 'text', () => import('./routes/document.tsx')),
  page('dataset', 'Dataset', 'table', () => import('./routes/datasets.tsx')),
  page('profile', 'Profile', 'form', () => import('./routes/profile.tsx')),
  page('subscription', 'Subscription', 'figures', () => import('./routes/subscription.tsx')),
  page('settings', 'Settings', 'form', () => import('./routes/settings.tsx')),
  page('webhooks', 'Webhooks', 'table', () => import('./routes/webhooks.tsx')),
  page('usage', 'Usage', 'figures', () => import('./routes/usage.tsx')),
  page('swagger/:indexId', 'API Specification', 'list', () => import('./routes/swagger.tsx')),
  page('reports', 'Reports', 'table', () => import('./routes/reports.tsx')),
  page('search', 'Search', 'list', () => import('./routes/search.tsx')),
  page('exports', 'Exports', 'table', () => import('./routes/exports.tsx')),
  page('saved-searches', 'Saved searches', 'table', () => import('./routes/saved-searches.tsx')),
  page(
    'saved-searches/:searchId',
    'Saved search',
    'list',
    () => import('./routes/saved-search.tsx'),
  ),
  page('projects', 'Projects', 'table', () => import('./routes/projects.tsx')),
  page('projects/:projectId', 'Project', 'table', () => import('./routes/project.tsx')),
  page(
    'projects/:projectId/conversations/:threadId',
    'Conversation',
    'text',
    () => import('./routes/project-conversation.tsx'),
  ),
  page('lists', 'Lists', 'table', () => import('./routes/lists.tsx')),
  page('lists/:listId', 'List', 'table', () => import('./routes/list.tsx')),
  page('compare', 'Compare', 'table', () => import('./routes/compare.tsx')),
  page('compare-indexes', 'Compare indexes', 'list', () => import('./routes/compare-indexes.tsx')),
  page('claim-chart/:ucid', 'Claim chart', 'table', () => import('./routes/claim-chart.tsx')),
];

const adminRoutes: RouteObject[] = [
  { index: true, loader: () => redirect('/admin/reminders') },
  page('reminders', 'Email Reminders', 'form', () => import('./routes/admin-reminders.tsx')),
  page('pause_payment', 'Pause Payment', 'table', () => import('./routes/admin-pause-payment.tsx')),
  page('history', 'Search History', 'figures', () => import('./routes/admin-history.tsx')),
  page('assistant', 'Assistant', 'table', () => import('./routes/admin-assistant.tsx')),
  page('limits', 'Limits', 'table', () => import('./routes/admin-limits.tsx')),
  page('organizations', 'Organizations', 'table', () => import('./routes/admin-organizations.tsx')),
  page(
    'organizations/:orgId',
    'Organization',
    'figures',
    () => import('./routes/admin-organization.tsx'),
  ),
];

/** In the dashboard's layout for people who are signed in, otherwise in the plain one. */
const mixedRoutes: RouteObject[] = [
  page('docs/:indexName', 'Documentation', 'text', () => import('./routes/docs.tsx')),
  page('chatbot/:threadId?', 'Dexi', 'text', () => import('./routes/chatbot.tsx')),
  page('prior-art/:ucid', 'Prior-art report', 'list', () => import('./routes/prior-art.tsx')),
  page(
    'download-prior-art/:ucid',
    'Prior-art report',
    'form',
    () => import('./routes/download-prior-art.tsx'),
  ),
  page(
    'generate-invalidation/:ucid',
    'Invalidation report',
    'form',
    () => import('./routes/generate-invalidation.tsx'),
  ),
  page('shared-chat', 'Shared conversation', 'text', () => import('./routes/shared-chat.tsx')),
  page('shared-report', 'Shared report', 'list', () => import('./routes/shared-report.tsx')),
  page(
    'patents/:ucid',
    ({ ucid = '' }) => ucid,
    'text',
    () => import('./routes/patent.tsx'),
  ),
  page('*', '404 not found!', 'text', () => import('./routes/not-found.tsx')),
];

/** The pages of the app. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: RouteSkeleton,
    children: [
      { path: 'blog', loader: leadToBlog },
      guarded('public-only', () => import('./layouts/auth-layout.tsx'), authRoutes),
      guarded('private', () => import('./layouts/dashboard-layout.tsx'), [
        ...dashboardRoutes,
        {
          ...guarded('staff', () => import('./routes/admin.tsx'), adminRoutes),
          path: 'admin',
          ErrorBoundary: RouteError,
        },
      ]),
      guarded('mixed', () => import('./layouts/mixed-layout.tsx'), mixedRoutes),
    ],
  },
];
