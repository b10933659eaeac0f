import { expect, test } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import { fittedAnswer } from './fitted-answer.ts';

const document = (paragraphs: number, mathml: number) =>
  ({
    ucid: 'US-99000001-B2',
    claims: [],
    paragraphs: Array.from({ length: paragraphs }, (_, at) => ({
      number: at + 1,
      text: 'ö'.repeat(500_000),
    })),
    objects: [{ id: 'formula 1', kind: 'formula', mathml: 'm'.repeat(mathml) }],
  }) as unknown as PatentDocument;

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('a document that fits stays as it is', () => {
  const small = document(5, 100_000);
  expect(fittedAnswer(small)).toBe(small);
});

test('a longer one loses its formulas first, then its end', () => {
  const formulas = fittedAnswer(document(5, 2_000_000));
  expect(formulas.paragraphs).toHaveLength(5);
  expect(formulas.objects).toEqual([{ id: 'formula 1', kind: 'formula' }]);
  expect(formulas.truncated).toBeUndefined();
  const cut = fittedAnswer(document(9, 100));
  expect(cut.paragraphs).toHaveLength(5);
  expect(cut.truncated).toBe(true);
  expect(bytes(cut)).toBeLessThan(6_000_000);
});
