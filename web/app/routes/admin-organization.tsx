import { useParams } from 'react-router-dom';
import { organizationDetailQuery } from '#web/api/admin.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { OrganizationDetail } from '#web/features/admin/organization-detail.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ params: { orgId = '' } }) => [
  queryClient.prefetchQuery(organizationDetailQuery(orgId)),
]);

export function Component() {
  const { orgId = '' } = useParams();
  return <OrganizationDetail orgId={orgId} />;
}
