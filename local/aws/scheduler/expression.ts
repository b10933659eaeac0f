const units: Record<string, number> = { minute: 60e3, hour: 3600e3, day: 86400e3 };

/**
 * The first time after `after` at which a schedule fires, in milliseconds; undefined if it has ended.
 *
 * @param expression `rate(5 minutes)` or `at(2027-01-31T09:00:00)`, in UTC
 * @param madeAt time of its creation or last change: a rate fires then, and after each interval
 * @throws for any other expression
 */
export function nextTime(expression: string, madeAt: number, after: number): number | undefined {
  const [, value, unit = ''] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (value) {
    const period = Number(value) * units[unit]!;
    return after < madeAt ? madeAt : madeAt + (Math.floor((after - madeAt) / period) + 1) * period;
  }
  const time = readTime(expression);
  return time > after ? time : undefined;
}

/** Whether it fires at most once. */
export function isOneTime(expression: string): boolean {
  return expression.startsWith('at(');
}

/** Whether an expression is one of those that are emulated. */
export function isExpression(expression: string): boolean {
  try {
    nextTime(expression, 0, 0);
    return true;
  } catch {
    return false;
  }
}

function readTime(expression: string): number {
  const [, text = ''] = /^at\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\)$/.exec(expression) ?? [];
  const time = Date.parse(`${text}Z`);
  // `Date` reads a day that its month does not have as a day of the next month.
  const exists = Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
  if (!exists) throw new Error(`Invalid Schedule Expression ${expression}.`);
  return time;
}
