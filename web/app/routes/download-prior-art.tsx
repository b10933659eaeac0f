import type { LoaderFunctionArgs } from 'react-router-dom';
import { useParams } from 'react-router-dom';
import { reportDataQuery } from '#web/api/reports.ts';
import { RequestReportPage } from '#web/features/reports/request/request-report-page.tsx';
import { queryClient } from '#web/lib/query-client.ts';

/** Starts finding out whether the report can be made. */
export function loader({ params: { ucid = '' } }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(reportDataQuery(ucid));
  return null;
}

export function Component() {
  const { ucid = '' } = useParams();
  return <RequestReportPage key={ucid} kind="prior-art" ucid={ucid} />;
}
