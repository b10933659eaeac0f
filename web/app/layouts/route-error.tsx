import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { NotFound } from '#web/ui/feedback/not-found.tsx';
import { PlainLayout } from './plain-layout.tsx';

/** Shows an error of a page inside its layout. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <ErrorPanel
      heading="h1"
      title="This page could not be shown"
      error={error}
      onRetry={() => window.location.reload()}
    />
  );
}

/** Shows an error of a guard or a layout, in a layout of its own. */
export function RootError() {
  return (
    <PlainLayout>
      <RouteError />
    </PlainLayout>
  );
}
