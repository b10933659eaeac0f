import { gzipSync } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { documentKey, type Links, linksKey, versionNoteKey } from '#shared/patent-document-key.ts';

process.env.BUCKET_DATASETS = 'datasets';
const { citedBy } = await import('./cited-by.ts');
const { getPatentDocument, listUcids } = await import('./patent-documents.ts');

const s3 = mockClient(S3Client);
const objects = new Map<string, unknown>();

beforeEach(() => {
  s3.on(GetObjectCommand).callsFake(({ Key }) => {
    const value = objects.get(Key);
    if (value === undefined) {
      throw new NoSuchKey({ message: 'none', $metadata: { httpStatusCode: 404 } });
    }
    const json = JSON.stringify(value);
    const bytes = Key.endsWith('.gz') ? gzipSync(json) : Buffer.from(json);
    return { Body: { transformToByteArray: async () => bytes } };
  });
  s3.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: [...objects.keys()].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
});

const put = (version: string, links: Links, base?: string) => {
  objects.set(versionNoteKey(version), { base, digits: 0 });
  objects.set(linksKey(version, { digits: 0 }, ''), links);
};

it('reads a version without a note as documents alone', async () => {
  objects.set(documentKey('old', 'US-1-A'), { title: 'Old' });
  expect(await getPatentDocument('old', 'US-1-A')).toEqual({ title: 'Old' });
  expect(await citedBy('US-1-A', 'old')).toEqual([]);
});

it('reads a delivery over the version that it extends', async () => {
  objects.set(documentKey('base', 'US-1-A'), { title: 'One' });
  objects.set(documentKey('base', 'US-2-A'), { title: 'Two' });
  objects.set(documentKey('week', 'US-2-A'), { title: 'Two, corrected' });
  objects.set(documentKey('week', 'US-2-B1'), { title: 'Two, granted' });
  put('base', {
    cited_by: { 'US-1': [{ ucid: 'US-2-A', date: '2031-01-01' }, { ucid: 'US-3-A' }] },
    publications: {},
  });
  put(
    'week',
    {
      cited_by: { 'US-1': [{ ucid: 'US-2-B1', date: '2032-01-01' }] },
      publications: {},
      dropped: { 'US-1': ['US-2-A'] },
      documents: { 'US-2-A': 'week', 'US-2-B1': 'week' },
    },
    'base',
  );
  const titles = ['US-1-A', 'US-2-A', 'US-2-B1', 'US-4-A'].map((ucid) =>
    getPatentDocument('week', ucid),
  );
  expect(await Promise.all(titles)).toEqual([
    { title: 'One' },
    { title: 'Two, corrected' },
    { title: 'Two, granted' },
    undefined,
  ]);
  expect(await listUcids('week', 'US-2')).toEqual(['US-2-A', 'US-2-B1']);
  expect((await citedBy('US 1 B2', 'week')).map(({ ucid }) => ucid)).toEqual(['US-2-B1', 'US-3-A']);
  expect((await citedBy('US-1-A', 'base')).map(({ ucid }) => ucid)).toEqual(['US-2-A', 'US-3-A']);
});
