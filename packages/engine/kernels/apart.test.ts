import { expect, it } from 'vitest';
import { runApart } from './apart.ts';

const LENGTH = 1 << 18;

const squared = (value: number) => value * value;

/** Has no names from outside. */
function squares(values: Uint32Array, most: number, of: typeof squared) {
  const found = values.map((value) => of(Math.min(most, value)));
  return { count: found.length, found };
}

const numbers = () => Uint32Array.from({ length: LENGTH }, (_, i) => i);

it('calculates the same on the calling thread and on another one, which arrays are moved to', async () => {
  const [here, there] = [numbers(), numbers()];
  const expected = await runApart(1, squares, here, 100, squared);
  expect(expected.found[7]).toBe(49);
  expect(here).toHaveLength(LENGTH);
  expect(await runApart(2, squares, there, 100, squared)).toEqual(expected);
  expect(there).toHaveLength(0);
});

it('starts no thread for little work', async () => {
  const few = Uint32Array.of(1, 2, 3);
  expect(await runApart(2, squares, few, 100, squared)).toEqual({
    count: 3,
    found: Uint32Array.of(1, 4, 9),
  });
  expect(few).toHaveLength(3);
});

it('says why a function failed on the other thread', async () => {
  const fail = (values: Uint32Array) => {
    throw new RangeError(`${values.length} are too many`);
  };
  await expect(runApart(2, fail, numbers())).rejects.toThrow(`${LENGTH} are too many`);
});
