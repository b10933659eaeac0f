import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { indexKeysQuery } from '#web/api/index-keys.ts';
import { indexQuery } from '#web/api/indexes.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { IndexKeys } from '#web/features/index-keys/index-keys.tsx';
import { IndexPage } from '#web/features/indexes/overview/index-page.tsx';
import { SubscriptionGate } from '#web/features/subscription/subscription-gate.tsx';
import { Tour } from '#web/features/tours/tour.tsx';
import { compareIndexesPath } from '#web/lib/compare-path.ts';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ params: { indexId = '' } }) => [
  queryClient.prefetchQuery(indexQuery(indexId)),
  queryClient.prefetchQuery(indexKeysQuery),
]);

export function Component() {
  const { indexId = '' } = useParams();
  return (
    <SubscriptionGate>
      <IndexPage
        key={indexId}
        indexId={indexId}
        actions={
          <>
            <Button component={Link} to={compareIndexesPath(indexId)} variant="default">
              Compare with another index
            </Button>
            {indexId === 'us_patents' && <Tour name="patents" />}
          </>
        }
        renderKeys={(index) => <IndexKeys index={index} />}
      />
    </SubscriptionGate>
  );
}
