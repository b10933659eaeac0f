import { limits } from '#shared/limits.ts';
import { organizationRowsQuery } from '#web/api/admin.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { PausePaymentTable } from '#web/features/admin/pause-payment-table.tsx';
import { firstPage } from '#web/lib/page-request.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [
  queryClient.prefetchQuery(organizationRowsQuery('', firstPage(limits.adminPageSizeDefault))),
]);

export function Component() {
  return (
    <>
      <PageHeader />
      <PausePaymentTable />
    </>
  );
}
