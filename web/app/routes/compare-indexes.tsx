import { indexQuery } from '#web/api/indexes.ts';
import { searchKeyQuery } from '#web/api/search-keys.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { CompareIndexes } from '#web/features/search/comparison/compare-indexes.tsx';
import { SubscriptionGate } from '#web/features/subscription/subscription-gate.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(({ request }) => {
  const params = new URL(request.url).searchParams;
  return ['a', 'b'].flatMap((name) => {
    const indexId = params.get(name);
    if (indexId === null) return [];
    return [
      queryClient.prefetchQuery(indexQuery(indexId)),
      queryClient.prefetchQuery(searchKeyQuery(indexId)),
    ];
  });
});

/** On the page itself, what is compared is loaded when it is chosen. */
export const shouldRevalidate = () => false;

export function Component() {
  return (
    <SubscriptionGate>
      <PageHeader breadcrumb={<BackLink to="/search">Search</BackLink>} />
      <CompareIndexes />
    </SubscriptionGate>
  );
}
