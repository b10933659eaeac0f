import { RemindersForm } from '#web/features/admin/reminders-form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader />
      <RemindersForm />
    </>
  );
}
