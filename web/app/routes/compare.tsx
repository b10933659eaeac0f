import { useSearchParams } from 'react-router-dom';
import { documentQuery } from '#web/api/documents.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { CompareDocuments } from '#web/features/documents/compare-documents.tsx';
import { comparedIn } from '#web/lib/compare-path.ts';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ request }) => {
  const documents = comparedIn(new URL(request.url).searchParams);
  return documents.map((document) =>
    queryClient.prefetchQuery(documentQuery({ ...document, text: '' })),
  );
});

export function Component() {
  const [query] = useSearchParams();
  return <CompareDocuments compared={comparedIn(query)} />;
}
