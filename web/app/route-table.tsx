import { type Params, type RouteObject, redirect } from 'react-router-dom';
import { catalogs, isCatalog } from '#shared/catalogs.ts';
import { limits } from '#shared/limits.ts';
import { hasSignedIn } from '#web/lib/auth/stored-session.ts';
import { describeDexi } from '#web/lib/describe-dexi.ts';
import type { PageHandle } from '#web/ui/page/use-page.ts';
import { type Access, guards, leadToBlog } from './guards.ts';
import { RootLayout } from './layouts/root-layout.tsx';
import { RootError, RouteError } from './layouts/route-error.tsx';
import { RouteSkeleton } from './layouts/route-skeleton.tsx';
import { loadCode, type RouteCode } from './load-code.ts';

const pageCode = import.meta.glob<RouteCode>('./routes/*.tsx');

/** What the build reads of a page, so that its document can name it and fetch its code together with the app. */
export interface PageRouteHandle extends PageHandle {
  /** Module in `routes` without `.tsx`. */
  module: string;
}

/** A page whose title and description are shown before its code is loaded. If it fails, its layout stays. */
function page(
  path: string,
  title: PageHandle['title'],
  shape: PageHandle['shape'],
  module: string,
  description?: string,
  undescribedWith?: string,
): RouteObject {
  const handle: PageRouteHandle = { title, description, undescribedWith, shape, module };
  const load = pageCode[`./routes/${module}.tsx`]!;
  return { path, handle, lazy: loadCode(load), ErrorBoundary: RouteError };
}

/** The code of members comes with it for people who may be one: they would see the layout of visitors for a moment. */
const mixedLayout = async (): Promise<RouteCode> => {
  const [{ MixedLayout }, members] = await Promise.all([
    import('./layouts/mixed-layout.tsx'),
    hasSignedIn() ? import('./layouts/dashboard-layout.tsx') : undefined,
  ]);
  return { Component: () => <MixedLayout Members={members?.Component} /> };
};

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
  page('sign-in', 'Sign in', 'form', 'sign-in'),
  page('sign-up', 'Sign up for a free demo', 'form', 'sign-up'),
  page('reset-password', 'Reset your password', 'form', 'reset-password'),
];

const catalogTitle = ({ indexId = '' }: Params) =>
  isCatalog(indexId) ? catalogs[indexId].name : 'Index';

const dashboardRoutes = [
  page(
    'index',
    'Index',
    'table',
    'index-list',
    'Your indexes and the ready-made catalogs, each with an API of its own. Search the patents, or go on where you left off.',
  ),
  page('index/create', 'Create index', 'form', 'index-create'),
  page('indexes/:indexId', 'Index', 'figures', 'index-detail'),
  page('indexes/:indexId/:id', 'Document', 'text', 'document'),
  page('data-catalog/:indexId', catalogTitle, 'figures', 'data-catalog'),
  page('data-catalog/:indexId/:id', 'Document', 'text', 'document'),
  page(
    'dataset',
    'Dataset',
    'table',
    'datasets',
    'Files of your organization: CSV and other tables. Drop files anywhere on this page to upload them.',
  ),
  page('profile', 'Profile', 'form', 'profile', 'Your name, your password, and how you sign in.'),
  page(
    'subscription',
    'Subscription',
    'figures',
    'subscription',
    'The plan of your organization, and what it costs. Each includes your own indexes, reports, projects and Dexi, for everybody in your organization.',
  ),
  page(
    'settings',
    'Settings',
    'form',
    'settings',
    'Your organization, the people in it, and what they may do.',
  ),
  page(
    'webhooks',
    'Webhooks',
    'table',
    'webhooks',
    'Events of your organization, sent to your own servers as signed requests.',
  ),
  page(
    'usage',
    'Usage',
    'figures',
    'usage',
    'What your organization searched, stores and built. Counts appear some seconds late, and days end at midnight UTC.',
  ),
  page('swagger/:indexId', 'API Specification', 'list', 'swagger'),
  page(
    'reports',
    'Reports',
    'table',
    'reports',
    'Prior-art and invalidation reports and claim charts that people of your organization asked for or worked on.',
  ),
  page(
    'search',
    'Search',
    'list',
    'search',
    'Describe the thing, not its keywords. Long texts work well: paste an abstract or a whole claim.',
    'q',
  ),
  page(
    'exports',
    'Exports',
    'table',
    'exports',
    `All results of your searches as files. They are written even if you close the page, and kept for ${limits.exportDays} days.`,
  ),
  page(
    'saved-searches',
    'Saved searches',
    'table',
    'saved-searches',
    'Searches that you keep. An alert mails you what a new version of the index finds.',
  ),
  page('saved-searches/:searchId', 'Saved search', 'list', 'saved-search'),
  page(
    'projects',
    'Projects',
    'table',
    'projects',
    'Lists, reports, conversations and searches of one matter in one place. A confidential project is seen by its members and by admins.',
  ),
  page('projects/:projectId', 'Project', 'table', 'project'),
  page(
    'projects/:projectId/conversations/:threadId',
    'Conversation',
    'text',
    'project-conversation',
  ),
  page(
    'lists',
    'Lists',
    'table',
    'lists',
    'Documents that you keep, alone or with your organization. Add a hit of a search, or the page of a patent: the button is beside its title.',
  ),
  page('lists/:listId', 'List', 'table', 'list'),
  page('compare', 'Compare', 'table', 'compare'),
  page('compare-indexes', 'Compare indexes', 'list', 'compare-indexes'),
  page('claim-chart/:ucid', 'Claim chart', 'table', 'claim-chart'),
];

const adminRoutes: RouteObject[] = [
  { index: true, loader: () => redirect('/admin/reminders') },
  page('reminders', 'Email Reminders', 'form', 'admin-reminders'),
  page('pause_payment', 'Pause Payment', 'table', 'admin-pause-payment'),
  page('history', 'Search History', 'figures', 'admin-history'),
  page(
    'assistant',
    'Assistant',
    'table',
    'admin-assistant',
    'The last 30 days. Statements are judged only where a model answers: the built-in assistant states nothing but quotes.',
  ),
  page('limits', 'Limits', 'table', 'admin-limits'),
  page('organizations', 'Organizations', 'table', 'admin-organizations'),
  page('organizations/:orgId', 'Organization', 'figures', 'admin-organization'),
];

/** In the dashboard's layout for people who are signed in, otherwise in the plain one. */
const mixedRoutes: RouteObject[] = [
  page('docs/:indexName', 'Documentation', 'text', 'docs'),
  page('chatbot/:threadId?', 'Dexi', 'text', 'chatbot', describeDexi, 'threadId'),
  page('prior-art/:ucid', 'Prior-art report', 'list', 'prior-art'),
  page('download-prior-art/:ucid', 'Prior-art report', 'form', 'download-prior-art'),
  page('generate-invalidation/:ucid', 'Invalidation report', 'form', 'generate-invalidation'),
  page('shared-chat', 'Shared conversation', 'text', 'shared-chat'),
  page('shared-report', 'Shared report', 'list', 'shared-report'),
  page('patents/:ucid', ({ ucid = '' }) => ucid, 'text', 'patent'),
  page('*', '404 not found!', 'text', 'not-found'),
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
      guarded('mixed', mixedLayout, mixedRoutes),
    ],
  },
];
