import { organizationRowsQuery } from '#web/api/admin.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { OrganizationList } from '#web/features/admin/organization-list.tsx';
import { firstPage } from '#web/lib/page-request.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [
  queryClient.prefetchQuery(organizationRowsQuery('', firstPage())),
]);

export function Component() {
  return (
    <>
      <PageHeader />
      <OrganizationList />
    </>
  );
}
