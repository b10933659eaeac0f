import { LimitsTable } from '#web/features/admin/limits-table.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader />
      <LimitsTable />
    </>
  );
}
