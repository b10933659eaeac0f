import type { ReactNode } from 'react';
import { Wordmark } from '#web/ui/theme/wordmark.tsx';
import classes from './shell.module.css';

/** Bar with only the product's name, for pages that do not know who is signed in. */
export function PlainLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.barInner}>
          <a href="/">
            <Wordmark />
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  );
}
