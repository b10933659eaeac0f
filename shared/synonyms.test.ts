import { expect, test } from 'vitest';
import { limits } from './limits.ts';
import { readSynonyms, synonymsProblem } from './synonyms.ts';

test('lines are read both ways or one way, with several words on each side', () => {
  expect(readSynonyms(['car = automobile=auto', 'ipad = galaxy tab => tablet = slate'])).toEqual([
    { words: ['car', 'automobile', 'auto'] },
    { words: ['ipad', 'galaxy tab'], means: ['tablet', 'slate'] },
  ]);
});

test.each([
  ['car', 'Line 2, "car", needs'],
  ['car, automobile', 'needs "=" or "=>"'],
  ['car =', 'has a side without a word'],
  ['=> tablet', 'has a side without a word'],
  ['a => b => c', 'has a side without a word'],
  ['car = ---', 'has a side without a word'],
  ['car = a b c d e f', 'more than 5 words: "a b c d e f"'],
  [`car = ${'x'.repeat(limits.synonymMaxLength + 1)}`, 'more than 100 characters'],
  [Array.from({ length: 11 }, (_, i) => `w${i}`).join('='), 'more than 10 words or phrases'],
])('%s is refused by its line', (line, problem) => {
  expect(synonymsProblem(['a = b', line])).toContain(problem);
});

test('a list at its limits is taken, and a longer one is refused', () => {
  const lines = Array.from({ length: limits.synonymsMax }, (_, i) => `w${i} = v${i}`);
  expect(synonymsProblem(lines)).toBeUndefined();
  expect(synonymsProblem([...lines, 'a = b'])).toContain('at most 1000 lines');
  const long = lines.map((line) => `${line}${'é'.repeat(90)}`);
  expect(synonymsProblem(long)).toContain('at most 100000 bytes');
});
