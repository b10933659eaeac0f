import { useQuery } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { priorArtPath, requestReportPath } from '#web/lib/report-path.ts';
import { reportDataQuery, reportStatusQuery } from './reports.ts';

/**
 * The way to the prior-art report of a patent, or to the page that has it made. Undefined while that is not known, and
 * where no report can be made because the text of the patent is not stored.
 */
export function useReportOffer(ucid: string): { to: string; text: string } | undefined {
  // A report that is being made is asked about again all the same.
  const status = { ...reportStatusQuery('prior-art', ucid), staleTime: limits.queryFreshMs };
  const { data: report } = useQuery(status);
  const { data: stored } = useQuery(reportDataQuery(ucid));
  if (report?.exists) return { to: priorArtPath(ucid), text: 'Prior-art report' };
  if (!report || !stored?.exists) return undefined;
  return { to: requestReportPath('prior-art', ucid), text: 'Make a prior-art report' };
}
