import { useParams } from 'react-router-dom';
import { invalidationReportQuery } from '#web/api/reports.ts';
import { startLoading } from '#web/app/start-loading.ts';
import { useAddToProject } from '#web/features/projects/use-add-to-project.tsx';
import { ClaimChartPage } from '#web/features/reports/chart/claim-chart-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';

export const loader = startLoading(({ params: { ucid = '' } }) => [
  queryClient.prefetchQuery(invalidationReportQuery(ucid)),
]);

export function Component() {
  const { ucid = '' } = useParams();
  const [addToProject, dialog] = useAddToProject();
  return (
    <>
      <ClaimChartPage key={ucid} ucid={ucid} onAddToProject={addToProject} />
      {dialog}
    </>
  );
}
