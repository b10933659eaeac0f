import { useParams } from 'react-router-dom';
import { listQuery } from '#web/api/lists.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { ListPage } from '#web/features/lists/list-page.tsx';
import { useAddToProject } from '#web/features/projects/use-add-to-project.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ params: { listId = '' } }) => [
  queryClient.prefetchQuery(listQuery(listId)),
]);

export function Component() {
  const { listId = '' } = useParams();
  const [addToProject, dialog] = useAddToProject();
  return (
    <>
      <ListPage key={listId} listId={listId} onAddToProject={addToProject} />
      {dialog}
    </>
  );
}
