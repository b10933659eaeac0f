import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { useParams, useSearchParams } from 'react-router-dom';
import { patentQuery } from '#web/api/patents.ts';
import { userQuery } from '#web/api/user.ts';
import { PatentPage } from '#web/features/documents/patent-page.tsx';
import { AddToList } from '#web/features/lists/add-to-list.tsx';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { placeOf } from '#web/lib/patent-path.ts';
import { queryClient } from '#web/lib/query-client.ts';

/** Starts loading the patent. */
export function loader({ params: { ucid = '' } }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(patentQuery(ucid));
  return null;
}

export function Component() {
  const { ucid = '' } = useParams();
  const [query] = useSearchParams();
  const session = useQuery(sessionQuery);
  const user = useQuery({ ...userQuery, enabled: Boolean(session.data) });
  return (
    <PatentPage
      key={ucid}
      ucid={ucid}
      place={placeOf(ucid, query)}
      text={query.get('q') ?? ''}
      quote={query.get('quote') ?? ''}
      memberId={user.data?.org_id && user.data.auth_user_id}
      actionsOf={(document, title) => <AddToList documents={[{ ...document, title }]} />}
      isMemberKnown={session.isError || session.data === null || !user.isPending}
    />
  );
}
