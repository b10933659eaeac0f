import { reportsQuery } from '#web/api/report-lists.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { useAddToProject } from '#web/features/projects/use-add-to-project.tsx';
import { ReportsPage } from '#web/features/reports/reports-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoading(() => [queryClient.prefetchInfiniteQuery(reportsQuery)]);

export function Component() {
  const [addToProject, dialog] = useAddToProject();
  return (
    <>
      <PageHeader />
      <ReportsPage onAddToProject={addToProject} />
      {dialog}
    </>
  );
}
