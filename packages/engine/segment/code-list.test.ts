import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codesWith, testCodes } from './code-list.ts';

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('', '"', '\\\\', '\\n', 'a"b', 'é', 'x'.repeat(70_000)),
  ),
  { maxLength: 30 },
);
const bytesOf = (codes: readonly string[]) => new TextEncoder().encode(JSON.stringify(codes));
const flags = (codes: readonly string[], test: (code: string) => boolean) =>
  codes.map((code) => (test(code) ? 1 : 0));

it('tests every code of a list', () => {
  fc.assert(
    fc.property(texts, (codes) => {
      const test = (code: string) => code.length % 2 === 1;
      expect([...testCodes(bytesOf(codes), test)]).toEqual(flags(codes, test));
    }),
  );
});

it('tests the codes that have a part, and takes the others as given', () => {
  const parts = fc.array(fc.string({ unit: 'grapheme', maxLength: 2 }), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(texts, parts, fc.boolean(), (codes, wanted, otherwise) => {
      const has = (code: string) => wanted.some((part) => code.includes(part)) !== otherwise;
      const met = testCodes(bytesOf(codes), has, codesWith(wanted, false, otherwise));
      expect([...met]).toEqual(flags(codes, has));
    }),
  );
});

it('tests the codes that have a text with spaces, dashes and slashes in it', () => {
  const characters = fc.constantFrom('a', '1', 'é', ' ', '-', '\u2010', '/', '\t', '"', '\u00a0');
  const codes = fc.array(fc.string({ unit: characters, maxLength: 8 }), { maxLength: 30 });
  const key = fc.string({ unit: fc.constantFrom('a', '1', 'é', '"'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(codes, key, (all, wanted) => {
      const has = (code: string) => code.replaceAll(/[\s\-\u2010/]/g, '').includes(wanted);
      const met = testCodes(bytesOf(all), has, codesWith([wanted], true, false));
      expect([...met]).toEqual(flags(all, has));
    }),
  );
});
