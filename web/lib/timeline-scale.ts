const dayMs = 86_400_000;
const mostTicks = 6;

/** Possible years between two ticks. The smallest that needs at most six ticks is used. */
const steps = [1, 2, 5, 10, 20, 50, 100];

export interface TimelineScale {
  /** Years to write below the line, at their first day. */
  years: number[];
  /** Position of a day, in percent of the line. */
  position(day: string): number;
}

/** A timeline from the start of a year to the end of one that includes all these days, such as 2015-03-31. */
export function timelineScale(days: readonly string[]): TimelineScale {
  const found = days.map((day) => Number(day.slice(0, 4)));
  const first = Math.min(...found);
  const last = Math.max(...found) + 1;
  const step = steps.find((size) => (last - first) / size < mostTicks) ?? steps.at(-1)!;
  const years = Array.from(
    { length: Math.floor((last - first) / step) + 1 },
    (_, position) => first + position * step,
  );
  const start = Date.UTC(first, 0) / dayMs;
  const length = Date.UTC(last, 0) / dayMs - start;
  return { years, position: (day) => ((Date.parse(day) / dayMs - start) / length) * 100 };
}
