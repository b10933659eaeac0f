import { useLocation } from 'react-router-dom';
import { SharedReportPage } from '#web/features/reports/sharing/shared-report-page.tsx';

export function Component() {
  const { hash } = useLocation();
  return <SharedReportPage key={hash} token={hash.slice(1)} />;
}
