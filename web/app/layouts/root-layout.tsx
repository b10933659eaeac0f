import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import classes from './root-layout.module.css';

/** Around all pages: the link that skips the navigation, and a thin line while the next page loads. */
export function RootLayout() {
  const { state } = useNavigation();
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
