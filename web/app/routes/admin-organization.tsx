import { useParams } from 'react-router-dom';
import { OrganizationDetail } from '#web/features/admin/organization-detail.tsx';

export function Component() {
  const { orgId = '' } = useParams();
  return <OrganizationDetail orgId={orgId} />;
}
