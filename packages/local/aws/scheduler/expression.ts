const units: Record<string, number> = { minute: 60e3, hour: 3600e3, day: 86400e3 };

/** `rate(5 minutes)`. Other expressions are not emulated. */
export const rateExpression = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/;

/**
 * The first time after `after` at which a schedule fires, in milliseconds.
 *
 * @param expression a `rateExpression`
 * @param madeAt time of its creation or last change: it fires then, and after each interval
 */
export function nextTime(expression: string, madeAt: number, after: number): number {
  const [, value, unit = ''] = rateExpression.exec(expression)!;
  const period = Number(value) * units[unit]!;
  return after < madeAt ? madeAt : madeAt + (Math.floor((after - madeAt) / period) + 1) * period;
}
