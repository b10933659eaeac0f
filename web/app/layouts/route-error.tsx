import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ApiError } from '#shared/client.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { PlainLayout } from './plain-layout.tsx';

/** Instead of the words of a programming error, or of a page whose code a newer version replaced. */
const unforeseen = 'Something went wrong. Please try again later.';

/** Whatever a page threw, inside its layout. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <ErrorPanel
      heading="h1"
      title="This page could not be shown"
      error={error instanceof ApiError ? error : new Error(unforeseen)}
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
