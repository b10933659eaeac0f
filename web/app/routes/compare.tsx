import { useSearchParams } from 'react-router-dom';
import { documentQuery } from '#web/api/documents.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { CompareDocuments } from '#web/features/documents/compare-documents.tsx';
import { comparedIn } from '#web/lib/compare-path.ts';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ request }) => {
  const { indexId, ids } = comparedIn(new URL(request.url).searchParams);
  return ids.map((id) => queryClient.prefetchQuery(documentQuery({ indexId, id, text: '' })));
});

export function Component() {
  const [query] = useSearchParams();
  return <CompareDocuments {...comparedIn(query)} />;
}
