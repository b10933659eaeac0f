import { expect, it } from 'vitest';
import { type ColumnRole, fittingRoles, keptRoles } from './column-roles.ts';
import { limits } from './limits.ts';

const roles = (used: number, ignored: number): Record<string, ColumnRole> =>
  Object.fromEntries(
    Array.from({ length: used + ignored }, (_, i) => [`c${i}`, i < used ? 'metadata' : 'ignore']),
  );

it('keeps ignored columns while there is room', () => {
  const few = roles(2, 10);
  expect(keptRoles(few)).toEqual(few);
  expect(keptRoles(roles(2, 2000))).toEqual(roles(2, 0));
});

it('suggests as many columns as an index has, with the index column', () => {
  const file = Array.from({ length: 2000 }, (_, i) => ({
    name: `c${i}`,
    role: i === 1999 ? ('index' as const) : ('metadata' as const),
  }));
  const fitting = fittingRoles(file);
  expect(fitting.filter((role) => role === 'metadata')).toHaveLength(limits.columnsMax - 1);
  expect(fitting.at(-1)).toBe('index');
  const long = [{ name: 'x'.repeat(limits.columnNameMaxLength + 1), role: 'metadata' as const }];
  expect(fittingRoles(long)).toEqual(['ignore']);
});
