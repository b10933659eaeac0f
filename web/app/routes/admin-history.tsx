import { figuresQuery, wholeHistory } from '#web/api/admin.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { SearchHistory } from '#web/features/admin/search-history.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [queryClient.prefetchQuery(figuresQuery(wholeHistory))]);

export function Component() {
  return (
    <>
      <PageHeader />
      <SearchHistory />
    </>
  );
}
