/** The metrics of the local cloud, of the last hours, in memory. CloudWatch keeps minutes; an alarm may be looked at here at any moment. */

/** One value that somebody measured. */
export interface Datum {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
  value: number;
}

/** What a statistic is asked of. */
export interface MetricQuery {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
  /** `Sum`, `SampleCount`, `Maximum`, `Minimum`, `Average`, or a percentile, `p99`. */
  stat: string;
}

export interface Metrics {
  record(datum: Datum): void;
  /** The statistic over the time after `fromMs` up to `toMs`, by the local clock; undefined without a value. */
  read(query: MetricQuery, fromMs: number, toMs: number): number | undefined;
}

/** Longer than the longest alarm looks back, 12 periods of five minutes and one before them. */
const keptMs = 2 * 3_600_000;

/** Long enough that hours of load take megabytes, short beside the shortest period of an alarm, a minute. */
const momentMs = 10_000;

/** The end of the moment in which something is measured. */
const momentOf = (ms: number) => Math.ceil(ms / momentMs) * momentMs;

/** Values of one moment, counted. Values are kept to two digits, so that a minute of any load stays small. */
interface Moment {
  at: number;
  /** Each value and, after it, how often it came: most moments have one or two, for which a map takes several times the memory. */
  counts: number[];
  sum: number;
}

const keyOf = ({ namespace, name, dimensions }: Omit<Datum, 'value'>) =>
  JSON.stringify([
    namespace,
    name,
    Object.entries(dimensions).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** @param now time of the local clock */
export function openMetrics(now: () => number): Metrics {
  const all = new Map<string, Moment[]>();
  return {
    record(datum) {
      const key = keyOf(datum);
      const moments = all.get(key) ?? [];
      all.set(key, moments);
      const at = momentOf(now());
      const kept = Number(datum.value.toPrecision(2));
      let last = moments.at(-1);
      if (last?.at !== at) {
        // What is pushed into an empty array has room for sixteen more.
        last = { at, counts: [kept, 0], sum: 0 };
        moments.push(last);
        while (moments[0]!.at < at - keptMs) moments.shift();
      }
      const place = last.counts.findIndex((value, i) => i % 2 === 0 && value === kept);
      if (place < 0) last.counts.push(kept, 1);
      else last.counts[place + 1]! += 1;
      last.sum += datum.value;
    },
    read({ stat, ...metric }, fromMs, toMs) {
      const moments = (all.get(keyOf(metric)) ?? []).filter(
        // Whole moments, so that each belongs to one of two periods that follow each other.
        ({ at }) => at > momentOf(fromMs) && at <= momentOf(toMs),
      );
      return moments.length === 0 ? undefined : statistic(stat, moments);
    },
  };
}

function statistic(stat: string, moments: readonly Moment[]): number {
  const sum = moments.reduce((total, moment) => total + moment.sum, 0);
  const counts = moments
    .flatMap(({ counts }) =>
      counts.flatMap((value, i) => (i % 2 === 0 ? [[value, counts[i + 1]!] as const] : [])),
    )
    .sort(([one], [other]) => one - other);
  const number = counts.reduce((total, [, count]) => total + count, 0);
  const [, percent] = /^p(\d+(?:\.\d+)?)$/.exec(stat) ?? [];
  if (percent) {
    const rank = Math.ceil((Number(percent) / 100) * number);
    let passed = 0;
    for (const [value, count] of counts) {
      passed += count;
      if (passed >= rank) return value;
    }
  }
  switch (stat.toLowerCase()) {
    case 'sum':
      return sum;
    case 'samplecount':
      return number;
    case 'average':
      return sum / number;
    case 'maximum':
    case 'max':
      return counts.at(-1)![0];
    case 'minimum':
    case 'min':
      return counts[0]![0];
    default:
      throw new Error(`The local cloud does not know the statistic ${stat}`);
  }
}
