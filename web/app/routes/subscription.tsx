import { billingQuery } from '#web/api/billing.ts';
import { userQuery } from '#web/api/user.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { SubscriptionPage } from '#web/features/subscription/subscription-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [
  queryClient.ensureQueryData(userQuery).then(
    // Members are refused.
    ({ org_id, role }) =>
      org_id && role !== 'member' ? queryClient.prefetchQuery(billingQuery(org_id)) : undefined,
    () => undefined,
  ),
]);

export function Component() {
  return (
    <>
      <PageHeader />
      <SubscriptionPage />
    </>
  );
}
