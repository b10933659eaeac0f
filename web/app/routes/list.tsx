import { useParams } from 'react-router-dom';
import { listQuery } from '#web/api/lists.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { ListPage } from '#web/features/lists/list-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ params: { listId = '' } }) => [
  queryClient.prefetchQuery(listQuery(listId)),
]);

export function Component() {
  const { listId = '' } = useParams();
  return <ListPage key={listId} listId={listId} />;
}
