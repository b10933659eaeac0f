import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom';
import { userQuery } from '#web/api/user.ts';
import { type Session, sessionQuery } from '#web/lib/auth/session.ts';
import { queryClient } from '#web/lib/query-client.ts';

/**
 * Loader of a page for people who are signed in. It starts loading the data of the page while the account is still
 * loading, and waits for neither. The page shows what fails.
 */
export function startLoading(
  load: (args: LoaderFunctionArgs, session: Session) => Promise<void>[],
): LoaderFunction {
  return (args) => {
    void queryClient.ensureQueryData(sessionQuery).then(
      (session) => {
        if (!session) return;
        void queryClient.prefetchQuery(userQuery);
        const user = queryClient.getQueryData(userQuery.queryKey);
        // Without an organization the server would refuse it.
        if (!user || user.org_id) void Promise.all(load(args, session));
      },
      () => undefined,
    );
    return null;
  };
}

/** The same for data that the server finds by the id of the organization, so that the account comes first. */
export const startLoadingOf = (load: (orgId: string) => Promise<void>): LoaderFunction =>
  startLoading(() => [
    queryClient.ensureQueryData(userQuery).then(
      ({ org_id }) => (org_id ? load(org_id) : undefined),
      () => undefined,
    ),
  ]);
