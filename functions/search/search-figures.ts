import type { DayFigures, Figures } from '#shared/contract/usage.ts';
import { ProductError } from '#shared/errors.ts';
import { latencyPercentile, latencyTotal } from '#shared/latency.ts';
import { limits } from '#shared/limits.ts';
import type { Days } from './search-history.ts';
import { latenciesOf, type UsageRecord } from './usage.ts';

const dayMs = 86_400_000;
const daysByDefault = 30;

/** The days of a query, none older than what is kept. Throws `InvalidRequest` if they end before they begin. */
export function daysOf(query: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const to = query.to ?? dayOf(now.getTime());
  const oldest = dayOf(Date.parse(to) - (limits.usageDays - 1) * dayMs);
  const from = query.from ?? dayOf(Date.parse(to) - (daysByDefault - 1) * dayMs);
  if (from > to) throw new ProductError('InvalidRequest', 'The day `from` is after `to`.');
  return { from: from < oldest ? oldest : from, to };
}

/** The days of which people are shown something without having asked for days. */
export const recentDays = (now: Date): Days => ({
  from: dayOf(now.getTime() - (daysByDefault - 1) * dayMs),
  to: dayOf(now.getTime()),
});

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** Sums of counts: of each day, also of days without a search, and of all. */
export function searchFigures(
  rows: readonly UsageRecord[],
  { from, to }: Days,
): { days: DayFigures[]; total: Figures } {
  const days: DayFigures[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) {
    const day = dayOf(time);
    days.push({ day, ...sumOf(rows.filter((row) => row.day === day)) });
  }
  return { days, total: sumOf(rows) };
}

/** Sums of counts, with the milliseconds that the answers took together. */
export function searchesOfMonth(rows: readonly UsageRecord[]) {
  return {
    ...sumOf(rows),
    elapsedMs: rows.reduce((sum, row) => sum + latencyTotal(latenciesOf(row)), 0),
  };
}

/** From the first day of the month, in UTC. */
export const monthDays = (now: Date): Days => {
  const to = dayOf(now.getTime());
  return { from: `${to.slice(0, 7)}-01`, to };
};

function sumOf(rows: readonly UsageRecord[]): Figures {
  const histograms = rows.map(latenciesOf);
  const [first = [], ...others] = histograms;
  const latencies = first.map((count, bucket) =>
    others.reduce((sum, histogram) => sum + histogram[bucket]!, count),
  );
  const percentile = (share: number) => {
    const value = latencyPercentile(latencies, share);
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  const sum = (name: 'searches' | 'empty' | 'failed') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    searches: sum('searches'),
    empty: sum('empty'),
    failed: sum('failed'),
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  };
}
