import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import classes from './shell.module.css';

/** Whatever a page or a guard threw. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <div className={classes.main}>
      <ErrorPanel
        title="This page could not be shown"
        error={error}
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}
