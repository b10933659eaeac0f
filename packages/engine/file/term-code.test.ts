import { expect, it } from 'vitest';
import { GrowableBytes } from './growable.ts';
import { appendCode, forEachCode, tailBytes } from './term-code.ts';

/** The first and last number of each length, and some between. */
const LENGTHS = [
  [0, 1, 175],
  [176, 177, 431, 432, 18_607],
  [18_608, 84_143, 84_144, 411_823],
  [411_824, 2 ** 24, 2 ** 25 + 411_823],
];

it('codes numbers in one to four bytes and reads them back', () => {
  LENGTHS.forEach((numbers, tail) => {
    for (const number of numbers) {
      const bytes = new GrowableBytes();
      appendCode(bytes, number);
      expect(bytes.length).toBe(tail + 1);
      expect(tailBytes(bytes.view()[0]!)).toBe(tail);
    }
  });
  const bytes = new GrowableBytes();
  for (const number of LENGTHS.flat()) appendCode(bytes, number);
  const read: number[] = [];
  forEachCode(bytes.view(), 0, bytes.length, (number) => read.push(number));
  expect(read).toEqual(LENGTHS.flat());
});
