import { nextCron, readCron } from '#local/aws/scheduler/cron.ts';

const units: Record<string, number> = { minute: 60e3, hour: 3600e3, day: 86400e3 };

/** When a schedule fires. Times in milliseconds. */
export interface Timing {
  /** `rate(5 minutes)`, `cron(0 8 * * ? *)` or `at(2027-01-31T09:00:00)`, in UTC. */
  expression: string;
  startAt?: number;
  endAt?: number;
  /** When it was made or changed; a rate without start counts from here. */
  madeAt: number;
}

/** The first time after `after` at which the schedule fires; undefined when it is over. */
export function nextTime(
  { expression, startAt, endAt, madeAt }: Timing,
  after: number,
): number | undefined {
  const time = find(expression, startAt ?? madeAt, Math.max(after, (startAt ?? madeAt) - 1));
  return time === undefined || time > (endAt ?? Infinity) ? undefined : time;
}

/** Why an expression is malformed or not emulated; undefined for a good one. */
export function expressionProblem(expression: string): string | undefined {
  try {
    const [kind, content] = split(expression);
    if (kind === 'rate') readRate(content);
    else if (kind === 'cron') readCron(content);
    else readAt(content);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether it fires at most once. */
export function isOneTime(expression: string): boolean {
  return expression.startsWith('at(');
}

function find(expression: string, start: number, after: number): number | undefined {
  const [kind, content] = split(expression);
  if (kind === 'cron') return nextCron(content, after);
  if (kind === 'at') {
    const time = readAt(content);
    return time > after ? time : undefined;
  }
  const period = readRate(content);
  // Without a start date AWS begins a rate at once, and counts from there.
  return after < start ? start : start + (Math.floor((after - start) / period) + 1) * period;
}

function split(expression: string): [kind: string, content: string] {
  const [, kind, content] = /^(rate|cron|at)\((.*)\)$/.exec(expression) ?? [];
  if (!kind || content === undefined) throw new Error(`Invalid Schedule Expression ${expression}.`);
  return [kind, content];
}

function readRate(content: string): number {
  const [, value, unit = ''] = /^\s*([1-9]\d*)\s+(minute|hour|day)s?\s*$/.exec(content) ?? [];
  const unitMs = units[unit];
  if (!unitMs) throw new Error(`Invalid Schedule Expression rate(${content}).`);
  return Number(value) * unitMs;
}

function readAt(content: string): number {
  const valid = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(content);
  const time = Date.parse(`${content}Z`);
  // A day that is not in its month would be read as one of the next.
  const exists = valid && time && new Date(time).toISOString().startsWith(content);
  if (!exists) throw new Error(`Invalid Schedule Expression at(${content}).`);
  return time;
}
