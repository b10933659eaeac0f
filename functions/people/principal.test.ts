import { expect, test } from 'vitest';
import { requireStaff, type UserPrincipal } from './principal.ts';

const now = new Date('2030-01-02T12:00:00Z');
const principal = (startedAt: number, foretheta_admin = true) =>
  ({ startedAt, user: { foretheta_admin } }) as UserPrincipal;

test('staff have to sign in again after a day', () => {
  const seconds = now.getTime() / 1000;
  const day = 86_400;
  expect(requireStaff(principal(seconds - day + 1), now)).toBeDefined();
  for (const startedAt of [seconds - day - 1, Number.NaN]) {
    expect(() => requireStaff(principal(startedAt), now)).toThrow('sign in again');
  }
  expect(() => requireStaff(principal(seconds, false), now)).toThrow('Unauthorized');
});
