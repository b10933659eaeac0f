import { expect, it } from 'vitest';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { countTerms, fieldWords, nearnessTo, subjectOf, withClasses } from './nearness.ts';

const patent = (text: string): PatentDocument => ({
  ...emptyLists,
  ucid: 'US-99000001-A1',
  title: 'Hive',
  abstract: '',
  paragraphs: [{ number: 1, text }],
});

it('is nearest to the patent itself, and nearer to one of its subject or of its classes', () => {
  const hive = patent('A hive for bees has a queen excluder and frames of wax for the brood.');
  const other = patent('Bees leave the hive when the brood is weak; the excluder keeps the queen.');
  const modem = patent('A modem sends frames over a channel and keeps a queue of packets.');
  const field = [other, modem].map(countTerms);
  const subject = subjectOf(hive, fieldWords(hive, [], field));
  const [own, same, far] = [hive, other, modem].map((one) => nearnessTo(subject, countTerms(one)));
  expect(own).toBe(1);
  expect(same!).toBeGreaterThan(far!);
  const hives = ['A01K47/00'];
  const withTheirs = [hives, [], ['H04L1/00']].map((theirs) => withClasses(far!, hives, theirs));
  expect(withTheirs).toEqual(withTheirs.toSorted((a, b) => b - a));
  expect(withTheirs[2]).toBeLessThan(far!);
  // It does not matter on which side classes are not known.
  expect(withClasses(far!, [], hives)).toBe(withTheirs[1]);
  expect(withClasses(own!, hives, hives)).toBe(1);
});
