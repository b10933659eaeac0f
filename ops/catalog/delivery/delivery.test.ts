import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  type PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import { changesKey } from '#shared/patent-document-key.ts';
import { BucketDocuments } from '../destination/bucket-documents.ts';
import type { Installation } from '../environment.ts';
import { patentTexts } from '../formats/format.ts';
import { joinedRecords } from '../join/joined-records.ts';
import { aboutApplication, aboutUcid, type PatentPiece, ranks } from '../join/piece.ts';
import { PieceStore } from '../join/piece-store.ts';
import { DeliveredDocuments } from './delivered-documents.ts';
import { fetchServed } from './fetch-served.ts';
import { servedVersions } from './served.ts';

const objects = new Map<string, Buffer>();
const s3 = {
  async send(command: GetObjectCommand | ListObjectsV2Command | PutObjectCommand) {
    if (command instanceof ListObjectsV2Command) {
      const keys = [...objects.keys()].filter((key) => key.startsWith(command.input.Prefix!));
      return { Contents: keys.map((Key) => ({ Key })) };
    }
    const { Key } = command.input;
    if (command instanceof GetObjectCommand) {
      const bytes = objects.get(Key!);
      if (!bytes) throw new NoSuchKey({ message: 'none', $metadata: {} });
      return { Body: { transformToByteArray: async () => bytes } };
    }
    return objects.set(Key!, Buffer.from(command.input.Body as Buffer));
  },
};
const installation = { s3, datasetsBucket: 'datasets' } as unknown as Installation;

let folder: string;
let stores: PieceStore[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'antecede-delivery-'));
});
afterEach(() => {
  for (const store of stores) store.close();
  stores = [];
  rmSync(folder, { recursive: true });
  objects.clear();
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
    if ('row' in outcome) await documents.add(outcome.document as PatentDocument);
  }
  await documents.addLinks(...store.filedLinks());
}

/** Adds a delivery to what serves. */
async function deliver(version: string, served: string, pieces: readonly PatentPiece[]) {
  const store = storeOf(version, pieces);
  const versions = servedVersions(installation);
  await fetchServed(store, versions, served);
  await write(store, new DeliveredDocuments(installation, version, store, { versions, served }));
}

const changesOf = (version: string) =>
  JSON.parse(gunzipSync(objects.get(changesKey(version))!).toString());

it('adds weeks to a loaded version: documents, records, citations and families', async () => {
  const loaded = storeOf('base', [
    piece('US-1-A', {
      application_number: 'US-17000001',
      priority_claims: [{ number: 'DE-111' }],
      citations: [{ number: 'US-9-B1' }, { number: 'US-8-B1' }],
    }),
    piece('US-2-A', { citations: [{ number: 'US-9-B1' }] }),
  ]);
  await write(loaded, new BucketDocuments(installation, 'base'));

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
  // A record alone, and a withdrawal.
  await deliver('week2', 'week1', [
    {
      about: aboutApplication('US-17000001')!,
      source: 'File wrapper',
      rank: ranks.record,
      parts: { status: { text: 'Abandoned', as_of: '2031-01-01', source: 'File wrapper' } },
    },
    { ...piece('US-2-A', { withdrawn: true }), source: 'DOCDB', rank: ranks.collection },
  ]);

  const versions = servedVersions(installation);
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
  expect(third).toMatchObject({ family: [{ ucid: 'US-1-A' }] });
  expect(await versions.document('base', 'US-1-A')).not.toHaveProperty('owners');

  expect(changesOf('week1')).toEqual([
    { ucid: 'EP-3-A1', change: 'added' },
    {
      ucid: 'US-1-A',
      change: 'changed',
      parts: expect.arrayContaining(['abstract', 'citations', 'family', 'owners']),
    },
  ]);
  expect(changesOf('week2')).toContainEqual({ ucid: 'US-2-A', change: 'withdrawn' });
});
