import { describe, expect, it } from 'vitest';
import { numberedParagraphs, splitClaims, splitDescription } from './patent-texts.ts';

describe('a text with all claims', () => {
  it.each([
    ['1. A kite. 2. The kite of claim 1.', ['A kite.', 'The kite of claim 1.']],
    ['What is claimed is:\n 1 . A kite.\n 2 . A tail.', ['A kite.', 'A tail.']],
    [`1. A kite.${'\n \t'.repeat(200_000)}2. A tail.`, ['A kite.', 'A tail.']],
    ['1. A kite of 2. grade; 2. A tail.', ['A kite of 2. grade;', 'A tail.']],
    ['1) A kite.\n2) A tail.\n4) A sail.', ['A kite.', 'A tail. 4) A sail.']],
    [
      'The ornamental design for a kite, as shown.',
      ['The ornamental design for a kite, as shown.'],
    ],
  ])('%.40s', (text, claims) => {
    expect(splitClaims(text).map((claim) => claim.text)).toEqual(claims);
  });

  it('takes dependencies from the words of the claims', () => {
    const claims = splitClaims('1. A kite. 2. A kite of claim 1. 3. A kite of claims 1 or 2.');
    expect(claims.map(({ number, dependsOn }) => [number, dependsOn])).toEqual([
      [1, []],
      [2, [1]],
      [3, [1, 2]],
    ]);
  });
});

describe('a description', () => {
  it('is split at printed numbers, with the headings before them', () => {
    const text = 'FIELD OF KITES\n[0001] Kites fly.\n[0002] Tails steady. SUMMARY\n[0007] A reel.';
    expect(splitDescription(text)).toEqual({
      paragraphs: [
        { number: 1, printed: 1, heading: 'FIELD OF KITES', text: 'Kites fly.' },
        { number: 2, printed: 2, text: 'Tails steady. SUMMARY' },
        { number: 7, printed: 7, text: 'A reel.' },
      ],
    });
  });

  it('is split at line breaks and counted where it has no numbers', () => {
    expect(splitDescription('BACKGROUND\n\n Kites  fly.\nTails steady.')).toEqual({
      paragraphs: [
        { number: 1, heading: 'BACKGROUND', text: 'Kites fly.' },
        { number: 2, text: 'Tails steady.' },
      ],
    });
  });
});

it('counts paragraphs where the numbers of a source do not rise', () => {
  const raw = [4, 4, 5].map((number) => ({ number, text: `Text ${number}` }));
  const { paragraphs } = numberedParagraphs(raw);
  expect(paragraphs.map(({ number, printed }) => [number, printed])).toEqual([
    [1, 4],
    [2, 4],
    [3, 5],
  ]);
});
