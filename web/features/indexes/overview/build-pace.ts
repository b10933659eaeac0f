import { useEffect, useRef, useState } from 'react';
import type { BuildProgress } from '#shared/contract/indexes.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';

/** Progress of a build at one moment. */
interface ProgressAt extends Pick<BuildProgress, 'rows' | 'percent'> {
  atMs: number;
}

export interface BuildPace {
  rowsPerSecond: number;
  remainingSeconds: number;
}

/** The mean pace between two moments; `undefined` if there was no progress between them. */
export function paceBetween(first: ProgressAt, last: ProgressAt): BuildPace | undefined {
  const seconds = (last.atMs - first.atMs) / 1000;
  const percent = last.percent - first.percent;
  if (seconds <= 0 || percent <= 0) return undefined;
  return {
    rowsPerSecond: Math.max(0, last.rows - first.rows) / seconds,
    remainingSeconds: ((100 - last.percent) * seconds) / percent,
  };
}

/** The pace of a running build since the page first showed it. */
export function useBuildPace({ rows, percent }: BuildProgress): BuildPace | undefined {
  const first = useRef<ProgressAt>(undefined);
  const [pace, setPace] = useState<BuildPace>();
  useEffect(() => {
    const now = { rows, percent, atMs: Date.now() };
    // Less progress than before: a new build has started.
    if (first.current && first.current.percent > percent) first.current = undefined;
    first.current ??= now;
    setPace(paceBetween(first.current, now));
  }, [rows, percent]);
  return pace;
}

/** "1,200 rows/s", "about 2 minutes left". */
export function describePace({ rowsPerSecond, remainingSeconds }: BuildPace): string[] {
  const left =
    remainingSeconds < 90
      ? formatCount(Math.ceil(remainingSeconds), 'second')
      : formatCount(Math.round(remainingSeconds / 60), 'minute');
  const rate = `${formatNumber(Math.round(rowsPerSecond))} rows/s`;
  return rowsPerSecond < 0.5 ? [`about ${left} left`] : [rate, `about ${left} left`];
}
