import { afterEach, expect, test, vi } from 'vitest';
import { formatDay, withDays } from './format-day.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'a day is the same one to a reader in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(formatDay('2015-03-01')).toBe('Mar 1, 2015');
    expect(formatDay('2015-03')).toBe('Mar 2015');
    expect(formatDay('2015')).toBe('2015');
    expect(formatDay('2015-93')).toBe('2015-93');
  },
);

test('days of a sentence are written for people, all else stays', () => {
  const text = 'Published on 2007-09-18, version 2007-09-18T10:00, JP-2007-09-18-A, 2007-99-99.';
  expect(withDays(text)).toBe(text.replace('2007-09-18,', 'Sep 18, 2007,'));
});
