import { expect, test } from 'vitest';
import { sharedWords } from './shared-words.ts';

test('words that two texts have are found in any form, common and short ones are not', () => {
  const texts = [
    'A hive with folding frames, and the bees.',
    'The frame of each hive is folded.',
    'A kite that folds.',
  ];
  const { words, ranges } = sharedWords(texts);
  expect(words).toEqual([
    { word: 'folding', texts: [0, 1, 2] },
    { word: 'hive', texts: [0, 1] },
    { word: 'frames', texts: [0, 1] },
  ]);
  const marked = texts.map((text, position) =>
    ranges[position]!.map(({ start, end, inAll }) => text.slice(start, end) + (inAll ? '!' : '')),
  );
  expect(marked).toEqual([
    ['hive', 'folding!', 'frames'],
    ['frame', 'hive', 'folded!'],
    ['folds!'],
  ]);
});

test('one text shares nothing', () => {
  expect(sharedWords(['a hive with frames'])).toEqual({ words: [], ranges: [[]] });
});
