import { expect, test } from 'vitest';
import { expressionProblem, nextTime } from '#local/aws/scheduler/expression.ts';

const after = Date.parse('2026-11-23T10:00:00Z');

test.each([
  ['cron(0 8 ? * MON *)', '2026-11-30T08:00:00Z'],
  ['cron(30 10 * * ? *)', '2026-11-23T10:30:00Z'],
  ['cron(0/20 * * * ? *)', '2026-11-23T10:20:00Z'],
  ['cron(0 0 1 JAN-MAR ? *)', '2027-01-01T00:00:00Z'],
  ['cron(0 0 L * ? *)', '2026-11-30T00:00:00Z'],
  ['cron(0 9 ? * 2#1 *)', '2026-12-07T09:00:00Z'],
  ['cron(0 9 ? * 6L *)', '2026-11-27T09:00:00Z'],
  ['cron(0 0 29 2 ? *)', '2028-02-29T00:00:00Z'],
  ['cron(15 12 * * ? 2027,2030)', '2027-01-01T12:15:00Z'],
  ['cron(0 0 * * ? 2020)', undefined],
  ['cron(0 0 1 1 ? 2020,2050)', '2050-01-01T00:00:00Z'],
  ['at(2026-12-24T18:00:00)', '2026-12-24T18:00:00Z'],
  ['at(2026-11-23T09:59:59)', undefined],
  ['rate(5 minutes)', '2026-11-23T10:05:00Z'],
  ['rate(1 day)', '2026-11-24T10:00:00Z'],
])('%s fires next at %s', (expression, expected) => {
  const time = nextTime({ expression, madeAt: after }, after);
  expect(time).toBe(expected && Date.parse(expected));
});

test('start and end dates bound a schedule', () => {
  const startAt = after + 3600e3;
  const timing = { expression: 'rate(1 day)', madeAt: after, startAt, endAt: startAt + 86400e3 };
  expect(nextTime(timing, after)).toBe(startAt);
  expect(nextTime(timing, startAt)).toBe(startAt + 86400e3);
  expect(nextTime(timing, startAt + 86400e3)).toBeUndefined();
});

test.each([
  ['rate(0 minutes)', 'Invalid Schedule Expression'],
  ['rate(5 weeks)', 'Invalid Schedule Expression'],
  ['cron(0 8 * * MON *)', 'must be ?'],
  ['cron(0 8 * * ?)', 'six fields'],
  ['cron(61 8 * * ? *)', '"61"'],
  ['cron(0/0 8 * * ? *)', 'whole step'],
  ['cron(0 8 15W * ? *)', '"15W"'],
  ['cron(0 17-9 * * ? *)', '"17-9"'],
  ['cron(0 8-10-12 * * ? *)', '"8-10-12"'],
  ['cron(0/5/2 8 * * ? *)', '"0/5/2"'],
  ['cron(0 8 ? * MON#6 *)', '"MON#6"'],
  ['at(2026-02-30)', 'Invalid Schedule Expression'],
  ['at(2026-02-30T10:00:00)', 'Invalid Schedule Expression'],
  ['at(2026-13-01T10:00:00)', 'Invalid Schedule Expression'],
  ['every day', 'Invalid Schedule Expression'],
])('%s is refused', (expression, reason) => {
  expect(expressionProblem(expression)).toContain(reason);
});
