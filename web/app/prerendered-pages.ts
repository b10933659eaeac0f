/** Pages of the app that show before its script has come. Nothing in them depends on who opens them. */
export const prerenderedPages = [
  { path: '/sign-in', file: 'sign-in.html', route: 'app/routes/sign-in.tsx' },
  { path: '/sign-up', file: 'sign-up.html', route: 'app/routes/sign-up.tsx' },
  { path: '/reset-password', file: 'reset-password.html', route: 'app/routes/reset-password.tsx' },
] as const;

/** What all of them stand in. */
export const prerenderedLayout = 'app/layouts/auth-layout.tsx';
