import { useParams, useSearchParams } from 'react-router-dom';
import { documentQuery } from '#web/api/documents.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { RowDocument } from '#web/features/documents/row-document.tsx';
import { AddToList } from '#web/features/lists/add-to-list.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ request, params: { indexId = '', id = '' } }) => {
  const text = new URL(request.url).searchParams.get('q') ?? '';
  return [queryClient.prefetchQuery(documentQuery({ indexId, id, text }))];
});

export function Component() {
  const { indexId = '', id = '' } = useParams();
  const [query] = useSearchParams();
  return (
    <RowDocument
      key={`${indexId} ${id}`}
      indexId={indexId}
      id={id}
      text={query.get('q') ?? ''}
      actionsOf={(document, title) => <AddToList documents={[{ ...document, title }]} />}
    />
  );
}
