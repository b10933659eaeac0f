import { remindersQuery } from '#web/api/admin.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { RemindersForm } from '#web/features/admin/reminders-form.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [queryClient.prefetchQuery(remindersQuery)]);

export function Component() {
  return (
    <>
      <PageHeader />
      <RemindersForm />
    </>
  );
}
