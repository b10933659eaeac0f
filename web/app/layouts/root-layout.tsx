import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { countPageView } from '#web/lib/analytics.ts';
import classes from './root-layout.module.css';

/** Around all pages: the link that skips the navigation, and a thin line while the next page loads. */
export function RootLayout() {
  const { state } = useNavigation();
  const { pathname } = useLocation();
  useEffect(() => void countPageView(pathname), [pathname]);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {state === 'loading' && (
        <div className={classes.progress} role="progressbar" aria-label="Loading page" />
      )}
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
