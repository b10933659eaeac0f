import { expect, it } from 'vitest';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { linksOf } from '#shared/patent-links.ts';
import { toUcid } from '#shared/ucid.ts';
import { followCitations } from './follow-citations.ts';
import { rankArt } from './rank-art.ts';

const document = (
  ucid: string,
  abstract: string,
  rest: Partial<PatentDocument> = {},
): PatentDocument => ({
  ...emptyLists,
  ucid,
  title: '',
  abstract,
  ...rest,
});

const golf = 'A putter has a head with a sighting line, an insert of soft polymer and a hosel.';
const foam = 'A foam of polyurethane with closed cells, blown by carbon dioxide in a mould.';

/** Of words, only that a club is a putter: both point the same way, all others nowhere. */
const index = {
  rows: 1_000_000,
  words: async (terms: readonly string[]) =>
    terms.map((term) =>
      ['putter', 'club'].includes(term)
        ? { rarity: 9, vector: Float32Array.of(1, 0) }
        : { rarity: 9, vector: Float32Array.of(0, 0.1) },
    ),
};

/** Ranks documents that a search has found in this order. */
async function rank(patent: PatentDocument, found: PatentDocument[], known = found) {
  const all = new Map([patent, ...known].map((one) => [one.ucid, one]));
  const find = async (ucid: string) => all.get(ucid);
  const links = linksOf([...all.values()]);
  const citations = {
    citedBy: async (number: string) => links.cited_by[number.replace(/-[A-Z]\d?$/, '')] ?? [],
    toUcid: async (number: string) =>
      toUcid(number) ?? [...all.keys()].find((ucid) => ucid.startsWith(`${number}-`)),
  };
  const cited = await followCitations(patent, citations, find);
  const scores = new Map(found.map(({ ucid }, at) => [ucid, 1 / (at + 1)]));
  const { ranked, seen, classes } = await rankArt(patent, [], { scores }, cited, find, index);
  return { ucids: ranked.map(({ ucid }) => ucid), seen, classes, cited };
}

const putter = document('US-9-B2', golf, { cpc: ['A63B53/04'] });

it('leaves out what is too far, and puts nothing in its place', async () => {
  const near = document('US-2-A', `${golf} The insert is milled.`, { cpc: ['A63B60/00'] });
  const far = document('US-1-A', foam, { cpc: ['C08J9/12'] });
  const { ucids, seen } = await rank(putter, [far, near]);
  expect(ucids).toEqual(['US-2-A']);
  expect(seen).toEqual({ compared: 2, withoutText: 0, tooFar: 1 });
});

it('puts a document of the same meaning before one that shares as few words', async () => {
  const putter = document('US-9-B2', 'A putter for greens.');
  const others = ['A lamp for rooms.', 'A club for lawns.', 'A pump for wells.'].map((text, at) =>
    document(`US-${at + 1}-A`, text),
  );
  const scores = new Map(others.map(({ ucid }) => [ucid, 0.5]));
  const none = { ucids: [], linkTo: () => 0 };
  const find = async (ucid: string) => others.find((one) => one.ucid === ucid);
  const { ranked } = await rankArt(putter, [], { scores }, none, find, index, 0);
  expect(ranked[0]!.ucid).toBe('US-2-A');
});

it('does not prefer long documents', async () => {
  const near = document('US-2-A', `${golf} The hosel is bent.`);
  const text = `${golf} ${foam} Wheels, engines, lamps, pumps, shoes, bottles and chairs are known as well.`;
  const long = document('US-1-A', text, {
    paragraphs: [
      { number: 1, text: 'Ships, cranes, rails and bridges carry loads of steel or coal.' },
    ],
  });
  expect((await rank(putter, [long, near])).ucids).toEqual(['US-2-A', 'US-1-A']);
});

it('takes classes of IPC or Locarno where there is no CPC, and those of near documents where there are none', async () => {
  const ipc = document('US-9-B2', golf, { ipc: ['A63B 5304'] });
  const others = [document('US-1-A', foam, { ipc: ['C08J 9/12'] })];
  const same = document('US-2-A', `${golf} ${foam}`, { ipc: ['A63B53/00'] });
  const { ucids, classes } = await rank(ipc, [...others, same]);
  expect(ucids).toEqual(['US-2-A']);
  expect(classes).toEqual([{ symbol: 'A63B53/00', why: 'First class of the patent' }]);
});

it('follows citations in both directions, and tells in the record which', async () => {
  const citing = document('US-30-B2', `${foam} It is an insert of a putter.`, {
    citations: [{ number: 'US-9' }, { number: 'US-5-A' }],
  });
  const patent = { ...putter, citations: [{ number: 'US-4' }, { number: 'no number' }] };
  const known = [
    document('US-4-A', `${golf} It is old.`),
    document('US-5-A', `${golf} It is new.`),
    document('US-6-A', foam, { citations: [{ number: 'US-4-A' }] }),
    citing,
  ];
  const { ucids, cited } = await rank(patent, [], known);
  expect(ucids).toEqual(['US-4-A', 'US-5-A', 'US-30-B2']);
  expect(cited.queries.map(({ label, text }) => [label, text])).toEqual([
    ['cited by the patent', 'US-4'],
    ['citing the patent', 'US-30-B2'],
    ['cited together with it, or citing the same', 'US-5, US-6'],
  ]);
  expect(['US-4-A', 'US-30-B2', 'US-5-A', 'US-7-A'].map(cited.linkTo)).toEqual([1, 1, 1 / 3, 0]);
});

it('takes a design by its class of Locarno and its owner', async () => {
  const design = (ucid: string, locarno: string, owner: string) =>
    document(ucid, '', {
      title: 'Garment',
      type: 'design',
      locarno: [locarno],
      assignees: [owner],
    });
  const found = [
    design('US-D1-S', '25-01', 'Fence Ltd'),
    design('US-D2-S', '25-01', 'Loom Ltd'),
    design('US-D3-S', '02-02', 'Coat Ltd'),
  ].map((one, at) => ({ ...one, title: ['Post of a fence', 'Garment post', 'Garment'][at]! }));
  const { ucids } = await rank(design('US-D9-S', '02-02', 'Loom Ltd'), found);
  expect(ucids).toEqual(['US-D3-S', 'US-D2-S']);
});
