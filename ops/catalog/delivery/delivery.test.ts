import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changesKey } from '#shared/patent-document-key.ts';
import { BucketDocuments } from '../destination/bucket-documents.ts';
import { patentTexts } from '../formats/format.ts';
import { joinedRecords } from '../join/joined-records.ts';
import {
  aboutApplication,
  aboutNumber,
  aboutUcid,
  type PatentPiece,
  ranks,
} from '../join/piece.ts';
import { PieceStore } from '../join/piece-store.ts';
import { MadeUpCloud } from '../test-files/made-up-cloud.ts';
import { madeUpWeek, outcomeOf } from '../test-files/made-up-week.ts';
import { DeliveredDocuments } from './delivered-documents.ts';
import { fetchServed } from './fetch-served.ts';
import { servedVersions } from './served.ts';

let cloud = new MadeUpCloud();

let folder: string;
let stores: PieceStore[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'antecede-delivery-'));
});
afterEach(() => {
  for (const store of stores) store.close();
  stores = [];
  rmSync(folder, { recursive: true });
  cloud = new MadeUpCloud();
});

const piece = (ucid: string, parts: PatentPiece['parts']): PatentPiece => ({
  about: aboutUcid(ucid),
  source: 'USPTO full text',
  rank: ranks.office,
  parts: { title: ucid, ...parts },
});

const storeOf = (name: string, pieces: readonly PatentPiece[]) => {
  const store = new PieceStore(path.join(folder, name), 0);
  stores.push(store);
  store.add(pieces.slice(), { file: '/in/a.xml', offset: 0 });
  return store;
};

async function write(store: PieceStore, documents: BucketDocuments) {
  for (const { outcome } of joinedRecords(store, { text: 0, offset: 0 }, { patentTexts })) {
    if ('document' in outcome && outcome.document) await documents.add(outcome.document);
  }
  await documents.addLinks(...store.filedLinks());
}

/** Adds a delivery to what serves. */
async function deliver(version: string, served: string, pieces: readonly PatentPiece[]) {
  const store = storeOf(version, pieces);
  const versions = servedVersions(cloud.installation);
  await fetchServed(store, versions, served);
  await write(
    store,
    new DeliveredDocuments(cloud.installation, version, store, { versions, served }),
  );
}

const changesOf = (version: string) => cloud.json(changesKey(version));

it('adds weeks to a loaded version: documents, records, citations and families', async () => {
  const loaded = storeOf('base', [
    piece('US-1-A', {
      application_number: 'US-17000001',
      priority_claims: [{ number: 'DE-111' }],
      citations: [{ number: 'US-9-B1' }, { number: 'US-8-B1' }],
    }),
    piece('US-2-A', { citations: [{ number: 'US-9-B1' }] }),
  ]);
  await write(loaded, new BucketDocuments(cloud.installation, 'base'));

  // A corrected publication, a new one of its family, and a record of its application.
  await deliver('week1', 'base', [
    piece('US-1-A', {
      application_number: 'US-17000001',
      abstract: 'Corrected.',
      priority_claims: [{ number: 'DE-111' }],
      citations: [{ number: 'US-8-B1' }],
    }),
    piece('EP-3-A1', {
      priority_claims: [{ number: 'DE-111' }],
      citations: [{ number: 'US-9-B1' }],
    }),
    {
      about: aboutApplication('US-17000001')!,
      source: 'Assignments',
      rank: ranks.record,
      parts: { owners: [{ name: 'Kites Ltd' }] },
    },
  ]);
  // A record alone, a withdrawal, and a reprint.
  await deliver('week2', 'week1', [
    {
      about: aboutApplication('US-17000001')!,
      source: 'File wrapper',
      rank: ranks.record,
      parts: { status: { text: 'Abandoned', as_of: '2031-01-01', source: 'File wrapper' } },
    },
    { ...piece('US-2-A', { withdrawn: true }), source: 'DOCDB', rank: ranks.collection },
    piece('EP-3-A9', {}),
  ]);

  const versions = servedVersions(cloud.installation);
  const citing = async (version: string, number: string) =>
    (await versions.links(version, number)).cited_by[number]!.map(({ ucid }) => ucid).sort();
  expect(await citing('base', 'US-9')).toEqual(['US-1-A', 'US-2-A']);
  expect(await citing('week1', 'US-9')).toEqual(['EP-3-A1', 'US-2-A']);
  expect(await citing('week2', 'US-9')).toEqual(['EP-3-A1', 'US-2-A']);
  expect(await citing('week2', 'US-8')).toEqual(['US-1-A']);

  const [first, second, third] = await Promise.all(
    ['US-1-A', 'US-2-A', 'EP-3-A1'].map((ucid) => versions.document('week2', ucid)),
  );
  expect(first).toMatchObject({
    abstract: 'Corrected.',
    citations: [{ number: 'US-8-B1' }],
    owners: [{ name: 'Kites Ltd' }],
    status: { text: 'Abandoned' },
    family: [{ ucid: 'EP-3-A1' }],
  });
  expect(new Set(first!.sources!.map(({ name }) => name))).toEqual(
    new Set(['Assignments', 'File wrapper', 'USPTO full text']),
  );
  expect(second).toMatchObject({ title: 'US-2-A', withdrawn: true });
  expect(third).toMatchObject({ family: [{ ucid: 'US-1-A' }], replaced_by: 'EP-3-A9' });
  expect(await versions.document('base', 'US-1-A')).not.toHaveProperty('owners');

  expect(changesOf('week1')).toEqual([
    { ucid: 'EP-3-A1', change: 'added' },
    {
      ucid: 'US-1-A',
      change: 'changed',
      parts: expect.arrayContaining(['abstract', 'citations', 'family', 'owners']),
    },
  ]);
  expect(changesOf('week2')).toEqual(
    expect.arrayContaining([
      { ucid: 'US-2-A', change: 'withdrawn' },
      { ucid: 'EP-3-A1', change: 'changed', parts: ['replaced_by'] },
    ]),
  );
});

it('gives a later grant what records said of its application, and keeps the rest apart', async () => {
  const application = { application_number: 'US-17000001' };
  const recorded = (parts: PatentPiece['parts']): PatentPiece => ({
    about: aboutApplication('US-17000001')!,
    source: 'File wrapper',
    rank: ranks.record,
    parts,
  });
  const event = (text: string, source: string) => ({ date: '2031-01-01', text, source });
  const loaded = storeOf('base', [
    piece('US-20310000001-A1', { ...application, abstract: 'As filed.' }),
    recorded({
      owners: [{ name: 'Kites Ltd' }],
      status: { text: 'Docketed', as_of: '2031-01-01', source: 'File wrapper' },
      events: [event('Examined', 'File wrapper')],
      term_adjustment_days: 12,
    }),
    {
      about: aboutNumber('US', '20310000001'),
      source: 'Trials',
      rank: ranks.record,
      parts: { events: [event('Of the publication', 'Trials')] },
    },
  ]);
  await write(loaded, new BucketDocuments(cloud.installation, 'base'));
  await deliver('week1', 'base', [
    piece('US-19000001-B2', application),
    recorded({ status: { text: 'Patented', as_of: '2031-02-01', source: 'File wrapper' } }),
  ]);
  const grant = await servedVersions(cloud.installation).document('week1', 'US-19000001-B2');
  expect(grant).toMatchObject({
    abstract: '',
    owners: [{ name: 'Kites Ltd' }],
    status: { text: 'Patented' },
    events: [{ text: 'Examined' }],
    term_adjustment_days: 12,
  });
  // The week after, another publication of the application gets it from the grant.
  await deliver('week2', 'week1', [piece('US-19000001-B9', application)]);
  expect(
    await servedVersions(cloud.installation).document('week2', 'US-19000001-B9'),
  ).toMatchObject({ owners: [{ name: 'Kites Ltd' }], status: { text: 'Patented' } });
});

it('a week reaches search: the next build has its rows, and none of what it replaces or withdraws', async () => {
  const { add } = await madeUpWeek(cloud, folder);
  const before = cloud.builds[0]!.dataset.split('\n');
  await add('next');
  const { dataset, build, changes, keys } = outcomeOf(cloud);
  expect(build).toBe(dataset);
  const ucids = [...dataset.matchAll(/^US-\d+-B2/gm)].map(([ucid]) => ucid).sort();
  expect(ucids).toEqual(['US-18000000-B2', 'US-19000001-B2', 'US-19000003-B2', 'US-19000009-B2']);
  // What the new one cites is cited once more; the withdrawn one is still read by its number.
  const citing = (text: string) => /^US-18000000-B2(?:.*\n)*?.*,(\d+)$/m.exec(text)?.[1];
  expect([citing(before.join('\n')), citing(dataset)]).toEqual(['3', '4']);
  expect(dataset).toContain('"Kite 1, ""corrected"""');
  expect(dataset.split('\n')[0]).toBe(before[0]);
  // They are of one family, so that the others have a new member.
  expect(changes).toEqual([
    { ucid: 'US-19000001-B2', change: 'changed', parts: expect.arrayContaining(['title']) },
    { ucid: 'US-19000002-B2', change: 'withdrawn' },
    { ucid: 'US-19000003-B2', change: 'changed', parts: ['family'] },
    { ucid: 'US-19000009-B2', change: 'added' },
  ]);
  expect(keys.filter((key) => key.includes('deliveries/'))).toEqual([]);
});

it('a week changes nothing if it is added twice', async () => {
  const { add } = await madeUpWeek(cloud, folder);
  await add('next');
  const { dataset } = outcomeOf(cloud);
  await add('again');
  expect(outcomeOf(cloud)).toMatchObject({ dataset, build: dataset, changes: [] });
  const versions = servedVersions(cloud.installation);
  const { cited_by } = await versions.links(cloud.documentsVersion!, 'US-10000001');
  const citing = Object.values(cited_by).flatMap((list) => list.map(({ ucid }) => ucid));
  expect(new Set(citing).size).toBe(citing.length);
});
