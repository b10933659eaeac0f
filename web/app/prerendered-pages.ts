import { catalogIds } from '#shared/catalogs.ts';

interface PrerenderedPage {
  path: string;
  /** Document of the build that answers the path; `infra/edge/page-files.js` says so to CloudFront. */
  file: string;
  /** Modules whose scripts and styles the document names, so that they are fetched together with the app. */
  layout: string;
  route: string;
}

const authLayout = 'app/layouts/auth-layout.tsx';
const mixedLayout = 'app/layouts/mixed-layout.tsx';

/**
 * Pages of the app that are rendered at build time, as visitors see them. The page of a prior-art report is the same
 * for all patents: the report replaces it.
 */
export const prerenderedPages: readonly PrerenderedPage[] = [
  {
    path: '/sign-in',
    file: 'sign-in.html',
    layout: authLayout,
    route: 'app/routes/sign-in.tsx',
  },
  {
    path: '/sign-up',
    file: 'sign-up.html',
    layout: authLayout,
    route: 'app/routes/sign-up.tsx',
  },
  {
    path: '/reset-password',
    file: 'reset-password.html',
    layout: authLayout,
    route: 'app/routes/reset-password.tsx',
  },
  ...catalogIds.map((id) => ({
    path: `/docs/${id}`,
    file: `docs-${id}.html`,
    layout: mixedLayout,
    route: 'app/routes/docs.tsx',
  })),
  {
    path: '/prior-art/:ucid',
    file: 'prior-art.html',
    layout: mixedLayout,
    route: 'app/routes/prior-art.tsx',
  },
];
