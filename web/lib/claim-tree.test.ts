import { expect, test } from 'vitest';
import { claimLines } from './claim-lines.ts';
import { type ClaimNode, claimTree } from './claim-tree.ts';

const claim = (number: number, ...dependsOn: number[]) => ({ number, text: 'A kite.', dependsOn });
type Shape = [number, ...Shape[]];
const shapeOf = ({ claim: { number }, children }: ClaimNode): Shape => [
  number,
  ...children.map(shapeOf),
];

test('claims stand below the claim that they refer to first', () => {
  const tree = claimTree([claim(1), claim(2, 1), claim(3, 1, 2), claim(4), claim(5, 2)]);
  expect(tree.map(shapeOf)).toEqual([[1, [2, [5]], [3]], [4]]);
});

test('claims whose parents are missing, later or themselves are shown all the same', () => {
  const tree = claimTree([claim(1, 2), claim(2, 1), claim(3, 3), claim(4, 9)]);
  expect(tree.map(shapeOf)).toEqual([[1, [2]], [3], [4]]);
});

test('a claim has the lines of its source, with their levels', () => {
  const text = 'A kite of:\na frame;\nand a sail.';
  const lines = claimLines({ number: 1, text, levels: [0, 1, 2], dependsOn: [] });
  expect(lines?.map(({ start, end, level }) => [level, text.slice(start, end)])).toEqual([
    [0, 'A kite of:'],
    [1, 'a frame;'],
    [2, 'and a sail.'],
  ]);
});

test('a claim without lines has those of its elements, and a short one is a sentence', () => {
  const text = 'A kite comprising: a frame of ash; a sail of silk; and a line.';
  const lines = claimLines({ number: 1, text, dependsOn: [] });
  expect(lines?.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  expect(lines?.length).toBeGreaterThan(2);
  expect(claimLines({ number: 2, text: 'The kite of claim 1.', dependsOn: [1] })).toBeUndefined();
});
