import { useEffect, useRef } from 'react';
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router-dom';
import { countPageView } from '#web/lib/analytics.ts';
import classes from './root-layout.module.css';

/** Around all pages: the link that skips the navigation, and a thin line while the next page loads. */
export function RootLayout() {
  const { state } = useNavigation();
  useCountedPages();
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

/** Counts the pages that are opened. One that completes its own address, as a conversation does, was not opened again. */
function useCountedPages() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const counted = useRef<string>(undefined);
  useEffect(() => {
    const [, page] = pathname.split('/');
    if (type === 'REPLACE' && counted.current === page) return;
    counted.current = page;
    void countPageView(pathname);
  }, [pathname, type]);
}
