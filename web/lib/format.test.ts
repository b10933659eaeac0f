import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'a day is the same one to a reader in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    const { formatDay } = await import('./format.ts');
    expect(formatDay('2015-03-01')).toBe('Mar 1, 2015');
    expect(formatDay('2015-03')).toBe('Mar 2015');
    expect(formatDay('2015')).toBe('2015');
    expect(formatDay('2015-93')).toBe('2015-93');
  },
);
