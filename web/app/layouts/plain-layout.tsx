import type { ReactNode } from 'react';
import { Wordmark } from '#web/ui/wordmark.tsx';
import classes from './shell.module.css';

/** The bar with nothing but the product's name, for pages that know nobody. */
export function PlainLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.barInner}>
          <Wordmark />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  );
}
