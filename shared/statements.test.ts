import { expect, test } from 'vitest';
import { statementsOf } from './statements.ts';

test('statements are sentences, items of lists and cells, each with its numbers', () => {
  const answer = [
    'Two pumps notice it. The first has a **sensor** [1] [2]. The second measures the motor [3].',
    '',
    '- It stops at once [1]',
    '1. An alarm sounds, e.g. a bell [4][4].',
    '',
    '| Number | What |',
    '| --- | --- |',
    '| US-1-A | A valve [5] |',
    '',
    'Nothing is said of prices.',
  ].join('\n');
  expect(statementsOf(answer).map(({ text, numbers }) => [text, ...numbers])).toEqual([
    ['The first has a **sensor**', 1, 2],
    ['The second measures the motor', 3],
    ['It stops at once', 1],
    ['An alarm sounds, e.g. a bell', 4],
    ['A valve', 5],
  ]);
  const [first] = statementsOf(answer);
  expect(answer.slice(0, first!.end)).toMatch(/sensor\*\* \[1\] \[2\]$/);
});
