import { SearchPage } from '#web/features/search/search-page.tsx';
import { SubscriptionGate } from '#web/features/subscription/subscription-gate.tsx';
import { Tour } from '#web/features/tours/tour.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  return (
    <SubscriptionGate>
      <PageHeader actions={<Tour name="search" />} />
      <SearchPage />
    </SubscriptionGate>
  );
}
