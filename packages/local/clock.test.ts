import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openClock, parseDuration } from './clock.ts';

const day = 86_400_000;
const newFile = () => join(mkdtempSync(join(tmpdir(), 'clock-')), 'clock');

test('the clock keeps its offset after a restart', async () => {
  const file = newFile();
  const heard: number[] = [];
  const clock = await openClock(file);
  clock.onChange(() => heard.push(clock.now()));
  await clock.advance(22 * day);
  expect(heard).toHaveLength(1);
  for (const { now } of [clock, await openClock(file)]) {
    expect(now() - Date.now()).toBeGreaterThan(22 * day - 1000);
  }
});

test('it goes neither back nor beyond the last year that dates can express', async () => {
  const file = newFile();
  const clock = await openClock(file);
  await expect(clock.advance(-1)).rejects.toThrow(RangeError);
  await expect(clock.advance(Number.NaN)).rejects.toThrow(RangeError);
  await expect(clock.advance(parseDuration('999999w'))).rejects.toThrow(RangeError);
  expect(new Date((await openClock(file)).now()).getUTCFullYear()).toBeLessThan(9999);
});

test('a damaged file is named', async () => {
  const file = newFile();
  writeFileSync(file, 'soon');
  await expect(openClock(file)).rejects.toThrow(file);
});

test.each([
  ['90s', 90_000],
  ['22d', 22 * day],
  [' 3w ', 21 * day],
])('%j is %d ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test.each(['', '1', '-1d', '1.5h', '1y', '1d 2h', '1234567d'])('%j is not a duration', (text) => {
  expect(() => parseDuration(text)).toThrow(RangeError);
});
