import { expect, test } from 'vitest';
import { termsOf } from '#functions/patents/index.ts';
import { partText } from '#shared/part-text.ts';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { combinationReasons } from './combination-reasons.ts';

const document = (
  ucid: string,
  title: string,
  texts: string[],
  rest: Partial<PatentDocument> = {},
): PatentDocument => ({
  ...emptyLists,
  ucid,
  title,
  abstract: title,
  paragraphs: texts.map((text, index) => ({ number: index + 1, text })),
  ...rest,
});

const kettle = document('US-5123456-A', 'Kettle with a steam whistle', [
  'A drawback of known kettles is that limescale clogs the spout and the whistle falls silent.',
  'The whistle may be combined with a thermostat of bimetal that opens the circuit.',
]);
const heater = document('US-6234567-B1', 'Thermostat of bimetal for a circuit of a heater', [
  'Kettles are known from U.S. Pat. No. 5,123,456.',
  'It is a disadvantage that limescale clogs the spout of such kettles.',
]);
const stranger = document('US-7345678-B2', 'Loom', [
  'A problem of looms is that threads break. 51234567 picks are counted. The reed may be combined with a heddle.',
]);
const known = new Map(
  [kettle, heater, stranger]
    .flatMap(({ title, paragraphs }) => [title, ...paragraphs.map(({ text }) => text)])
    .flatMap(termsOf)
    .map((term) => [term, 5]),
);
const reasonsOf = (...documents: PatentDocument[]) => {
  const ucids = documents.map(({ ucid }) => ucid);
  const weakest = { label: '1a', score: 1 };
  const covering = [1, 2].map((claim) => ({ claim, ucids, weakest, evidence: [] }));
  return combinationReasons({ covering }, documents, (term) => known.get(term));
};

test('citations, suggestions and common problems are quoted word for word', () => {
  const [set, ...more] = reasonsOf(kettle, heater);
  expect(more).toEqual([]);
  expect(
    set!.reasons.map(({ kind, between, passages }) => [
      kind,
      between[0],
      ...passages.map(({ where, quote }) => `${where}: ${quote}`),
    ]),
  ).toEqual([
    ['cites', heater.ucid, expect.stringContaining('Kettles are known from U.S. Pat.')],
    ['suggests', kettle.ucid, expect.stringContaining('The whistle may be combined with')],
    [
      'problem',
      kettle.ucid,
      expect.stringContaining('A drawback of known kettles'),
      expect.stringContaining('It is a disadvantage that limescale'),
    ],
  ]);
  for (const { ucid, start, end, quote, ...place } of set!.reasons.flatMap((one) => one.passages)) {
    const own = ucid === kettle.ucid ? kettle : heater;
    expect(partText(own, place)?.slice(start, end)).toBe(quote);
  }
});

test('documents of other things have none, and a number within a number is no citation', () => {
  expect(reasonsOf(kettle, stranger)).toEqual([
    { ucids: [kettle.ucid, stranger.ucid], reasons: [] },
  ]);
  const cited = { number: 'US-5123456', by: 'examiner' as const };
  const citing = { ...stranger, citations: [cited as PatentDocument['citations'][number]] };
  expect(reasonsOf(kettle, citing)[0]!.reasons).toEqual([
    { kind: 'cites', between: [stranger.ucid, kettle.ucid], passages: [] },
  ]);
});
