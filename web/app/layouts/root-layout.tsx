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
      {/* The first page of a tab has no key of its own: by the router's default, any other address opened there would begin
          where this one was left. */}
      <ScrollRestoration
        getKey={({ key, pathname, search }) => (key === 'default' ? pathname + search : key)}
      />
    </>
  );
}
