import { Outlet } from 'react-router-dom';
import { ColorSchemeToggle } from '#web/ui/theme/color-scheme-toggle.tsx';
import { Wordmark } from '#web/ui/theme/wordmark.tsx';
import classes from './auth-layout.module.css';

/** Sign-in, sign-up and reset: one narrow column. */
export function Component() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <a href="/">
          <Wordmark />
        </a>
        <ColorSchemeToggle />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}
