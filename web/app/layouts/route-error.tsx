import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { PlainLayout } from './plain-layout.tsx';

/** Whatever a page threw, inside its layout. */
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

/** Whatever a guard or a layout threw: there is no layout around it. */
export function RootError() {
  return (
    <PlainLayout>
      <RouteError />
    </PlainLayout>
  );
}
