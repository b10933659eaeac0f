import { useParams } from 'react-router-dom';
import { RequestReportPage } from '#web/features/reports/request/request-report-page.tsx';
import { loader as loadReportData } from './download-prior-art.tsx';

export const loader = loadReportData;

export function Component() {
  const { ucid = '' } = useParams();
  return <RequestReportPage key={ucid} kind="invalidation" ucid={ucid} />;
}
