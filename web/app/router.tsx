import { createBrowserRouter, type RouteObject, redirect } from 'react-router-dom';
import { authorizeFlag, privateOnly, publicOnly, staffOnly } from './guards.ts';
import { RootLayout } from './layouts/root-layout.tsx';
import { RootError, RouteError } from './layouts/route-error.tsx';
import { RouteSkeleton } from './layouts/route-skeleton.tsx';

const authRoutes: RouteObject[] = [
  { path: 'sign-in', lazy: () => import('./routes/sign-in.tsx') },
  { path: 'sign-up', lazy: () => import('./routes/sign-up.tsx') },
  { path: 'reset-password', lazy: () => import('./routes/reset-password.tsx') },
];

const dashboardRoutes: RouteObject[] = [
  { path: 'index', lazy: () => import('./routes/index-list.tsx') },
  { path: 'index/create', lazy: () => import('./routes/index-create.tsx') },
  { path: 'indexes/:indexId', lazy: () => import('./routes/index-detail.tsx') },
  { path: 'indexes/:indexId/:id', lazy: () => import('./routes/document.tsx') },
  { path: 'data-catalog/:indexId', lazy: () => import('./routes/data-catalog.tsx') },
  { path: 'data-catalog/:indexId/:id', lazy: () => import('./routes/document.tsx') },
  { path: 'dataset', lazy: () => import('./routes/datasets.tsx') },
  { path: 'profile', lazy: () => import('./routes/profile.tsx') },
  { path: 'subscription', lazy: () => import('./routes/subscription.tsx') },
  { path: 'settings', lazy: () => import('./routes/settings.tsx') },
  { path: 'usage', lazy: () => import('./routes/usage.tsx') },
  { path: 'swagger/:indexId', lazy: () => import('./routes/swagger.tsx') },
  { path: 'search', lazy: () => import('./routes/search.tsx') },
  { path: 'claim-chart/:ucid', lazy: () => import('./routes/claim-chart.tsx') },
];

const adminRoutes: RouteObject[] = [
  { index: true, loader: () => redirect('/admin/reminders') },
  { path: 'reminders', lazy: () => import('./routes/admin-reminders.tsx') },
  { path: 'pause_payment', lazy: () => import('./routes/admin-pause-payment.tsx') },
  { path: 'history', lazy: () => import('./routes/admin-history.tsx') },
  { path: 'organizations', lazy: () => import('./routes/admin-organizations.tsx') },
  { path: 'organizations/:orgId', lazy: () => import('./routes/admin-organization.tsx') },
];

/** In the dashboard's layout for people who are signed in, else in the plain one. */
const mixedRoutes: RouteObject[] = [
  { path: 'docs/:indexName', loader: authorizeFlag, lazy: () => import('./routes/docs.tsx') },
  { path: 'chatbot', loader: authorizeFlag, lazy: () => import('./routes/chatbot.tsx') },
  {
    path: 'prior-art/:ucid',
    loader: authorizeFlag,
    lazy: () => import('./routes/prior-art.tsx'),
  },
  { path: 'download-prior-art/:ucid', lazy: () => import('./routes/download-prior-art.tsx') },
  { path: 'generate-invalidation/:ucid', lazy: () => import('./routes/generate-invalidation.tsx') },
];

/** A failing page keeps its layout; a failing layout falls back to the root's error page. */
const withError = (routes: RouteObject[]): RouteObject[] =>
  routes.map((route) => ({ ...route, ErrorBoundary: RouteError }));

export const router = createBrowserRouter([
  {
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: RouteSkeleton,
    children: [
      { path: 'patents/:ucid', lazy: () => import('./routes/patent.tsx') },
      {
        loader: publicOnly,
        lazy: () => import('./layouts/auth-layout.tsx'),
        children: withError(authRoutes),
      },
      {
        loader: privateOnly,
        lazy: () => import('./layouts/dashboard-layout.tsx'),
        children: [
          ...withError(dashboardRoutes),
          {
            path: 'admin',
            loader: staffOnly,
            ErrorBoundary: RouteError,
            lazy: () => import('./routes/admin.tsx'),
            children: withError(adminRoutes),
          },
        ],
      },
      {
        loader: authorizeFlag,
        lazy: () => import('./layouts/mixed-layout.tsx'),
        children: withError(mixedRoutes),
      },
      { path: '*', lazy: () => import('./routes/not-found.tsx') },
    ],
  },
]);
