import { UsagePage } from '#web/features/usage/usage-page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  return (
    <>
      <PageHeader description="What your organization searched, stores and built." />
      <UsagePage />
    </>
  );
}
