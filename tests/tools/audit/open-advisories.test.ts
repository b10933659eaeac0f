import { expect, test } from 'vitest';
import { openAdvisories } from './open-advisories.ts';

const url = 'https://github.com/advisories/GHSA-1';
const weak = {
  vulnerabilities: { a: { via: [{ url, title: 'Leaks', name: 'a' }] }, b: { via: ['a'] } },
};
const clean = { vulnerabilities: {} };
const now = new Date('2026-11-22T12:00:00Z');
const exception = { url, reason: 'never called', until: '2027-01-01' };

test('a known weakness is a problem, once, however many packages depend on it', () => {
  expect(openAdvisories(weak, [], now)).toEqual({ problems: [`a: Leaks ${url}`], advisories: 1 });
});

test('a recorded one is not, until its day', () => {
  expect(openAdvisories(weak, [exception], now).problems).toEqual([]);
  expect(openAdvisories(weak, [{ ...exception, until: '2026-11-22' }], now).problems).toEqual([
    `look again at ${url}`,
  ]);
});

test('an exception that nothing needs is a problem, so that the list stays short', () => {
  expect(openAdvisories(clean, [exception], now).problems).toEqual([`no longer needed: ${url}`]);
});

test('a registry that does not answer is not a clean bill', () => {
  expect(() => openAdvisories({ message: '405 Method Not Allowed' }, [], now)).toThrow(
    'vulnerabilities',
  );
});
