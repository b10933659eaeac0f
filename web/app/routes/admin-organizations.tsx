import { OrganizationList } from '#web/features/admin/organization-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader />
      <OrganizationList />
    </>
  );
}
