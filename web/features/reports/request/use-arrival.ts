import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReportKind } from '#shared/report/report.ts';
import { reportMarksQuery } from '#web/api/report-marks.ts';
import { invalidationReportQuery, priorArtQuery, reportStatusQuery } from '#web/api/reports.ts';

/**
 * Waits for a report that is not there yet: loads it when it has been made.
 * @param enabled whether the report is missing
 * @returns whether it is being made
 */
export function useArrival(kind: ReportKind, ucid: string, enabled = true): boolean {
  const client = useQueryClient();
  const status = useQuery({ ...reportStatusQuery(kind, ucid), enabled }).data;
  const isMade = status?.exists === true;
  useEffect(() => {
    if (!isMade) return;
    const missing =
      kind === 'prior-art'
        ? [priorArtQuery(ucid)]
        : [invalidationReportQuery(ucid), reportMarksQuery(ucid)];
    for (const { queryKey } of missing) void client.invalidateQueries({ queryKey });
  }, [isMade, kind, ucid, client]);
  return status?.status === 'making';
}
