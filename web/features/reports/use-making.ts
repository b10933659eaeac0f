import { useQuery } from '@tanstack/react-query';
import type { ReportKind } from '#shared/report/report.ts';
import { preparedReportQuery, reportDataQuery, reportStatusQuery } from '#web/api/reports.ts';
import { codeOf } from '#web/lib/errors.ts';

export type Making =
  | { phase: 'asking' | 'making' | 'ready' | 'later' | 'missing' }
  | { phase: 'failed'; error: unknown; retry: () => void };

/**
 * Requests a report and polls its progress. `asking`: it is not known yet whether it can be made. `missing`: the patent
 * has no stored text. `later`: no more reports may be requested now without a mail address.
 */
export function useMaking(kind: ReportKind, ucid: string): Making {
  const found = useQuery(reportDataQuery(ucid));
  const prepared = useQuery({
    ...preparedReportQuery(kind, ucid),
    enabled: found.data?.exists === true,
  });
  const followed = useQuery({
    ...reportStatusQuery(kind, ucid),
    enabled: prepared.data?.status === 'making',
  });
  if (found.data?.exists === false) return { phase: 'missing' };
  if (codeOf(prepared.error) === 'TooManyAttempts') return { phase: 'later' };
  const failed = [found, prepared, followed].find(({ isError }) => isError);
  if (failed) return { phase: 'failed', error: failed.error, retry: () => void failed.refetch() };
  const status = followed.data?.status ?? prepared.data?.status;
  if (status === 'failed') {
    return { phase: 'failed', error: undefined, retry: () => void prepared.refetch() };
  }
  if (status === 'ready') return { phase: 'ready' };
  return { phase: prepared.isSuccess ? 'making' : 'asking' };
}
