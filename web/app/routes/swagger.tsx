import { useParams } from 'react-router-dom';
import { indexOpenapiQuery } from '#web/api/index-docs.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { ApiExplorer } from '#web/features/explorer/api-explorer.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ params: { indexId = '' } }) => [
  queryClient.prefetchQuery(indexOpenapiQuery(indexId)),
]);

export function Component() {
  const { indexId = '' } = useParams();
  return <ApiExplorer key={indexId} indexId={indexId} />;
}
