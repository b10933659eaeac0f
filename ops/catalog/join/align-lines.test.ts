import { expect, test } from 'vitest';
import { placeName } from '#shared/place-name.ts';
import { alignLines } from './align-lines.ts';

const paragraphs = [
  {
    number: 1,
    heading: 'BACKGROUND',
    text: 'Ladders fold at hinges whose electric locks pinch the fingers of careless climbers. A guard of brass keeps them away, and costs little.',
  },
  {
    number: 2,
    text: 'The pawl drops into a notch under its own weight whenever the rails are spread.',
  },
];
const claims = [
  {
    number: 1,
    text: 'A hinge for a folding ladder, comprising a pawl and a spring.',
    dependsOn: [],
  },
];

/** As recognition reads pages: numbers of lines within them, wrong letters, hyphens, and a title page with columns of its own. */
const lines = [
  [10, 1, 'Plum'],
  [10, 2, 'Hinge for a folding ladder'],
  [1, 1, 'BACKGROUND'],
  [1, 2, 'Ladders fold at hinges whose elec-'],
  [1, 3, 'tric locks pinch the fingcrs of careless'],
  [1, 4, 'cIirnb3rs. A quard 0f brsss k33ps thern'],
  [1, 5, '5 away, and costs little.'],
  [2, 1, 'The pawl drops into a notch under its own weight'],
  [2, 2, 'whenever the rails are spread. 5'],
  [2, 4, '1. A hinge for a folding ladder, comprising a pawl'],
  [2, 5, 'and a spring.'],
].map(
  ([column, line, text]) =>
    ({ column, line, text }) as { column: number; line: number; text: string },
);

const document = { paragraphs, claims, printed_lines: alignLines({ paragraphs, claims }, lines) };

test.each([
  ['electric locks', 'column 1, lines 2–3'],
  ['Ladders fold', 'column 1, line 2'],
  ['tric locks pinch the', 'column 1, line 3'],
  // A line that was read too badly has its place by its length.
  ['guard of brass', 'column 1, line 4'],
  ['away, and costs little', 'column 1, line 5'],
  ['The pawl drops', 'column 2, line 1'],
  ['weight whenever the rails', 'column 2, lines 1–2'],
])('%j stands in %s', (words, place) => {
  const paragraph = paragraphs.find(({ text }) => text.includes(words))!;
  const start = paragraph.text.indexOf(words);
  const { number } = paragraph;
  const at = { part: 'paragraph' as const, number, start, end: start + words.length };
  expect(placeName(document, at)).toBe(place);
});

test('lines of claims are placed, those of the title page are not', () => {
  expect(document.printed_lines.filter(({ part }) => part === 'claim')).toEqual([
    { part: 'claim', number: 1, start: 0, column: 2, line: 4 },
    { part: 'claim', number: 1, start: 48, column: 2, line: 5 },
  ]);
  expect(document.printed_lines.some(({ column }) => column === 10)).toBe(false);
});

test('lines of another text are not placed', () => {
  const other = [{ column: 1, line: 1, text: 'Kites of silk rise over the bay in the evening.' }];
  expect(alignLines({ paragraphs, claims }, other)).toEqual([]);
});
