import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PlannedJudging } from '#shared/contract/reports.ts';
import type { ReportKind } from '#shared/report/report.ts';
import { prepareReport, reportDataQuery, reportStatusQuery } from '#web/api/reports.ts';
import { codeOf } from '#web/lib/errors.ts';

export type Making =
  | {
      phase: 'asking' | 'making' | 'ready' | 'later' | 'missing';
      /** What models will judge; absent where none does. */
      judging?: PlannedJudging | undefined;
    }
  | { phase: 'failed'; error: unknown; retry: () => void };

/**
 * Requests a report and polls its progress. `asking`: it is not known yet whether it can be made. `missing`: the patent
 * has no stored text. `later`: no more reports may be requested now without a mail address.
 */
export function useMaking(kind: ReportKind, ucid: string): Making {
  const found = useQuery(reportDataQuery(ucid));
  const { mutate, variables, data, error } = useMutation(prepareReport);
  // The page may have gone on to another patent since.
  const isAsked = variables?.kind === kind && variables.ucid === ucid;
  const exists = found.data?.exists;
  useEffect(() => {
    if (exists && !isAsked) mutate({ kind, ucid });
  }, [exists, isAsked, kind, ucid, mutate]);
  const prepared = isAsked ? data : undefined;
  const followed = useQuery({
    ...reportStatusQuery(kind, ucid),
    enabled: prepared?.status === 'making',
  });

  const prepare = () => mutate({ kind, ucid });
  if (exists === false) return { phase: 'missing' };
  if (found.error) {
    return { phase: 'failed', error: found.error, retry: () => void found.refetch() };
  }
  if (isAsked && codeOf(error) === 'TooManyAttempts') return { phase: 'later' };
  if (isAsked && error) return { phase: 'failed', error, retry: prepare };
  if (!prepared) return { phase: 'asking' };
  if (followed.isError) {
    return { phase: 'failed', error: followed.error, retry: () => void followed.refetch() };
  }
  const status = followed.data?.status;
  if (status === 'failed') return { phase: 'failed', error: undefined, retry: prepare };
  return { phase: status === 'ready' ? 'ready' : 'making', judging: prepared.judging };
}
