import { PageSkeleton } from '#web/ui/page-skeleton.tsx';
import classes from './shell.module.css';

export function RouteSkeleton() {
  return (
    <main className={classes.main}>
      <PageSkeleton />
    </main>
  );
}
