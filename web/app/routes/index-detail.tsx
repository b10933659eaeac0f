import { useParams } from 'react-router-dom';
import { IndexKeys } from '#web/features/index-keys/index-keys.tsx';
import { IndexPage } from '#web/features/indexes/index-page.tsx';
import { SubscriptionGate } from '#web/features/subscription/subscription-gate.tsx';
import { Tour } from '#web/features/tours/tour.tsx';

export function Component() {
  const { indexId = '' } = useParams();
  return (
    <SubscriptionGate>
      <IndexPage
        key={indexId}
        indexId={indexId}
        actions={indexId === 'us_patents' && <Tour name="patents" />}
        renderKeys={(index) => <IndexKeys index={index} />}
      />
    </SubscriptionGate>
  );
}
