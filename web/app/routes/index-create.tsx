import { useSearchParams } from 'react-router-dom';
import { datasetChoicesQuery } from '#web/api/datasets.ts';
import { startLoadingOf } from '#web/app/start-loading.ts';
import { IndexWizard } from '#web/features/indexes/wizard/index-wizard.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoadingOf((orgId) =>
  queryClient.prefetchQuery(datasetChoicesQuery(orgId)),
);

export function Component() {
  const [address] = useSearchParams();
  return (
    <>
      <PageHeader breadcrumb={<BackLink to="/index">Index</BackLink>} />
      <IndexWizard datasetName={address.get('dataset')} />
    </>
  );
}
