import { expect, test } from 'vitest';
import { duration, figures, openProgress } from './progress.ts';

const megabyte = 1e6;

function collect(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, columns: 80, write: (text: string) => written.push(text) };
}

test('figures tell share, bytes, rate and remaining time', () => {
  const state = { doneBytes: 500 * megabyte, totalBytes: 2000 * megabyte, rate: 50 * megabyte };
  expect(figures(state)).toBe('25.0 %  500.00 MB of 2.00 GB  50.00 MB/s  30 s left');
  expect(figures({ ...state, rate: 0 })).not.toContain('left');
});

test.each([
  [0.2, '1 s'],
  [89, '89 s'],
  [600, '10 min'],
  [12_000, '3 h 20 min'],
])('%s seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test('without a terminal there are plain lines, one for each tenth', () => {
  const output = collect(false);
  let now = 0;
  const progress = openProgress('a.csv', 1000, output, () => now);
  for (let sent = 0; sent < 1000; sent += 10) {
    now += 100;
    progress.sent(10);
  }
  progress.end();
  expect(output.written).toHaveLength(11);
  expect(output.written.join('')).not.toContain('\u001b');
  expect(output.written.at(-1)).toMatch(/^100\.0 % {2}1\.00 kB of 1\.00 kB {2}100 B\/s\n$/);
});

test('what the server had already does not count for the rate', () => {
  const output = collect(false);
  let now = 0;
  const progress = openProgress('a.csv', 1000, output, () => now);
  now = 1000;
  progress.found(500);
  progress.sent(100);
  expect(output.written.at(-1)).toBe('60.0 %  600 B of 1.00 kB  100 B/s  4 s left\n');
});

test('on a terminal a bar is drawn that never wraps', () => {
  const drawn = [20, 60, 80, 100, 200].map((columns) => {
    const output = { ...collect(true), columns };
    const progress = openProgress(`${'n'.repeat(60)}.csv`, 1000, output);
    progress.sent(500);
    progress.end();
    const line = output.written[0]!.replace('\r', '').replace('\u001b[K', '');
    expect(line.length).toBeLessThan(columns);
    return line;
  });
  expect(drawn.at(-1)).toMatch(/^n{23}… {2}\[={15} {15}\] {2}50\.0 %/);
  expect(drawn[0]).toMatch(/^50\.0 %/);
});
