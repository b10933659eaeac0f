import { useParams } from 'react-router-dom';
import { ClaimChartPage } from '#web/features/reports/claim-chart-page.tsx';

export function Component() {
  const { ucid = '' } = useParams();
  return <ClaimChartPage key={ucid} ucid={ucid} />;
}
