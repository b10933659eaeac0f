import { useTimeout } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReportKind } from '#shared/report/report.ts';
import { preparedReportQuery, reportDataQuery, reportStatusQuery } from '#web/api/reports.ts';
import { codeOf } from '#web/lib/errors.ts';

/** How long the form stays hidden while a report is being made. */
const patienceMs = 15_000;

export type Making =
  | { phase: 'working' | 'ready' | 'later' | 'missing' }
  | { phase: 'failed'; error: unknown; retry: () => void };

/**
 * Requests a report and polls its progress. `missing`: the patent has no stored text. `later`: the report takes long,
 * or needs a mail address first; a mail is sent when it is ready.
 */
export function useMaking(kind: ReportKind, ucid: string): Making {
  const [impatient, setImpatient] = useState(false);
  useTimeout(() => setImpatient(true), patienceMs, { autoInvoke: true });
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
  return { phase: impatient && prepared.isSuccess ? 'later' : 'working' };
}
