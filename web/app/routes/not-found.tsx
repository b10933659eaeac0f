import { NotFound } from '#web/ui/not-found.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import classes from '../layouts/shell.module.css';

export function Component() {
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.barInner}>
          <Wordmark />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <NotFound />
      </main>
    </>
  );
}
