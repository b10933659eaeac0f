import { PausePaymentTable } from '#web/features/admin/pause-payment-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader />
      <PausePaymentTable />
    </>
  );
}
