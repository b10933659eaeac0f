import { useParams } from 'react-router-dom';
import { savedSearchesQuery } from '#web/api/saved-searches.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { RunSavedSearch } from '#web/features/search/run-saved-search.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(() => [queryClient.prefetchQuery(savedSearchesQuery)]);

export function Component() {
  const { searchId = '' } = useParams();
  return <RunSavedSearch searchId={searchId} />;
}
