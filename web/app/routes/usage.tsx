import { lastDays, usageQuery } from '#web/api/usage.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { UsagePage } from '#web/features/usage/usage-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [queryClient.prefetchQuery(usageQuery(lastDays))]);

export function Component() {
  return (
    <>
      <PageHeader />
      <UsagePage />
    </>
  );
}
