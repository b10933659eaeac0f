import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { userQuery } from '#web/api/user.ts';
import { PatentPage } from '#web/features/documents/patent-page.tsx';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { placeOf } from '#web/lib/patent-path.ts';

export function Component() {
  const { ucid = '' } = useParams();
  const [query] = useSearchParams();
  const session = useQuery(sessionQuery);
  const user = useQuery({ ...userQuery, enabled: Boolean(session.data) });
  const { org_id: orgId, auth_user_id = '' } = user.data ?? {};
  return (
    <PatentPage
      key={ucid}
      ucid={ucid}
      place={placeOf(ucid, query)}
      text={query.get('q') ?? ''}
      quote={query.get('quote') ?? ''}
      reader={orgId ? { orgId, userId: auth_user_id } : undefined}
      isReaderKnown={session.isError || session.data === null || !user.isPending}
    />
  );
}
