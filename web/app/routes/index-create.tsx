import { useSearchParams } from 'react-router-dom';
import { IndexWizard } from '#web/features/indexes/index-wizard.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  const [address] = useSearchParams();
  return (
    <>
      <PageHeader breadcrumb={<BackLink to="/index">Index</BackLink>} />
      <IndexWizard datasetName={address.get('dataset')} />
    </>
  );
}
