import { expect, test } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import { countPieces, piecesShared } from './letter-pieces.ts';

const about = (abstract: string) =>
  countPieces({ title: '', abstract, claims: [] as PatentDocument['claims'] } as PatentDocument);

test('forms of a word are near, and the same text is the same', () => {
  const patent = about('A bending rig for pipes.');
  const field = ['An unbent piping.', 'A rotary kiln.', 'A bending rig for pipes.'].map(about);
  const [forms, other, same] = field.map(piecesShared(patent, field));
  expect(forms).toBeGreaterThan(other!);
  expect(same).toBeCloseTo(1);
  expect(piecesShared(patent, [])(about(''))).toBe(0);
});
