import { SubscriptionPage } from '#web/features/subscription/subscription-page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader />
      <SubscriptionPage />
    </>
  );
}
