/** Exports: a job writes all matches of a search as a file. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import type { Contract } from '#shared/contract/contract.ts';
import type { RequestOf } from '#shared/contract/endpoint.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createIndex, firstKey, upload, waitForBuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, newMember, origin } from './support/people.ts';
import { objectsOf, setAttributes } from './support/stores.ts';

type Body = RequestOf<Contract['create-search-export']>['body'];

/** More than are ranked, so that all of them are listed. */
const rowCount = 1234;

const rowOf = (row: number) => ({
  id: `w${row}`,
  title: row === 7 ? '=SUM(A1)' : `Whale "${row}"`,
  year: String(1900 + (row % 100)),
  note: row % 100 < 90 ? 'old' : '',
});

let admin: Member;
let params: { index_id: string };
let apiKey: string;
beforeAll(async () => {
  admin = await newAdmin();
  const lines = Array.from({ length: rowCount }, (_, row) => {
    const { id, title, year, note } = rowOf(row);
    const song = row % 200 === 0 ? 'It sings.' : 'It is silent.';
    return `${id},"${title.replaceAll('"', '""')}",${year},${note},"A whale swims in the sea. ${song}"`;
  });
  const dataset = await upload(
    admin,
    'whales.csv',
    ['id,title,year,note,text', ...lines, ''].join('\n'),
  );
  const { item_id } = await createIndex(admin, 'Whales', dataset, {
    id: 'metadata',
    title: 'metadata',
    year: 'metadata',
    note: 'metadata',
    text: 'index',
  });
  params = { index_id: item_id };
  await waitForBuild(admin, item_id);
  apiKey = await firstKey(admin, item_id);
});

const call = anonymous();
const begin = (body: Body, key = apiKey) =>
  call('create-search-export', { params, body, apiKey: key });
const look = (export_id: string, key = apiKey) =>
  call('get-search-export', { params: { ...params, export_id }, apiKey: key });
const usedToday = async () => (await admin.call('get-usage', { query: {} })).quota.used_today;

async function written(body: Body, key = apiKey) {
  const { export_id } = await begin(body, key);
  const ended = await waitFor('an export', async () => {
    const now = await look(export_id, key);
    return now.status === 'writing' ? undefined : now;
  });
  expect(ended).toMatchObject({ status: 'ready' });
  const file = await fetch(ended.download_url!);
  expect(file.status).toBe(200);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(bytes).toHaveLength(ended.size_bytes!);
  return { ended, file, bytes, text: strFromU8(bytes) };
}

test('all matches are written as a spreadsheet reads them, and counted as if they were paged through', async () => {
  const before = await usedToday();
  const { ended, file, text } = await written({
    format: 'csv',
    request: { conceptFeaturesString: 'a whale in the sea', fields: ['id', 'title'] },
  });
  expect(ended).toMatchObject({
    ranked: false,
    total_found: rowCount,
    rows_wanted: rowCount,
    rows: rowCount,
    counted_searches: 13,
  });
  expect((await usedToday()) - before).toBe(13);
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(rowCount + 2);
  expect(lines.slice(0, 2)).toEqual(['"id","title"', '"w0","Whale ""0"""']);
  expect(lines[8]).toBe(`"w7","'=SUM(A1)"`);
  expect(lines.slice(-2)).toEqual([`"w${rowCount - 1}","Whale ""${rowCount - 1}"""`, '']);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="results.csv"');
  const seconds = new URL(ended.download_url!).searchParams.get('X-Amz-Expires');
  expect(Number(seconds)).toBe(300);
});

test('few matches are written in the order of relevance with their scores', async () => {
  const request = { conceptFeaturesString: '+sings', syntax: 'query' } as const;
  const { ended, text } = await written({ format: 'jsonl', request });
  expect(ended).toMatchObject({ ranked: true, rows: 7, counted_searches: 1 });
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { foundItems } = await call('query-index', { params, body: { request }, apiKey });
  expect(rows).toEqual(foundItems);
  const none = await written({
    format: 'jsonl',
    request: { ...request, conceptFeaturesString: '+harpsichord' },
  });
  expect(none).toMatchObject({ text: '', ended: { rows: 0, counted_searches: 1 } });
  for (const [asked, expected] of [
    [request, foundItems],
    [{ ...request, conceptFeaturesString: '+harpsichord' }, []],
  ] as const) {
    const { bytes } = await written({ format: 'parquet', request: asked });
    const compressors = { GZIP: (packed: Uint8Array) => gunzipSync(packed) };
    expect(await parquetReadObjects({ file: bytes.buffer, compressors })).toEqual(expected);
  }
});

test('a workbook has every row of a sorted list, and no column without a value', async () => {
  const sort = { column: 'year', descending: true };
  const filters = [{ column: 'year', operator: '>=' as const, value: '1990' }];
  const { bytes, ended } = await written({ format: 'xlsx', request: { filters, sort } });
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
  const heads = [...sheet.matchAll(/s="1"><is><t[^>]*>([^<]+)/g)].map(([, head]) => head);
  expect(heads).toEqual(['ID', 'Title', 'Year']);
  const years = [...sheet.matchAll(/<v>(\d+)<\/v>/g)].map(([, year]) => Number(year));
  expect(years).toHaveLength(ended.rows);
  expect(years).toEqual(years.toSorted((a, b) => b - a));
  expect(new Set(years).size).toBe(10);
});

test('a repeated call begins nothing; another one needs another key', async () => {
  const request = { sort: 'rows' as const, fields: ['id'] };
  const repeated = { params, body: { format: 'csv' as const, request }, apiKey };
  const idempotencyKey = crypto.randomUUID();
  const before = await usedToday();
  const [first, second] = await Promise.all([
    call('create-search-export', { ...repeated, idempotencyKey }),
    call('create-search-export', { ...repeated, idempotencyKey }),
  ]);
  expect(second.export_id).toBe(first.export_id);
  // The export, and the call that was one too many.
  expect((await usedToday()) - before).toBe(13 + 1);
  const other = { ...repeated, body: { format: 'xlsx' as const, request }, idempotencyKey };
  await expectFailure(call('create-search-export', other), 'IdempotencyKeyUsed');
  const long = { ...repeated, idempotencyKey: 'x'.repeat(201) };
  await expectFailure(call('create-search-export', long), 'InvalidRequest');
});

test('what cannot be searched or paid for begins nothing', async () => {
  const before = await usedToday();
  const filters = [{ column: 'no such column', operator: '=' as const, value: 'x' }];
  await expectFailure(begin({ format: 'csv', request: { filters } }), 'InvalidRequest');
  const unknown = { format: 'csv', request: { sort: 'rows', facets: [] } } as Body;
  const refused = await begin(unknown).catch((error: Error) => error);
  expect(refused).toMatchObject({ message: expect.stringContaining('there is no "facets"') });
  expect(await usedToday()).toBe(before);
  const organization = [`ORG#${admin.orgId}`, 'ORG'] as const;
  await setAttributes('Accounts', organization, { queries_per_day: before + 12 });
  await expectFailure(begin({ format: 'csv', request: { sort: 'rows' } }), 'QuotaExceeded');
  // Only the call itself was counted.
  expect(await usedToday()).toBe(before + 1);
  await setAttributes('Accounts', organization, { queries_per_day: 10_000 });
});

test('an export of a page is the person’s alone, one of a key is that of all keys; deleting leaves nothing', async () => {
  const member = await newMember(admin);
  const keyOf = async (person: Member) =>
    (await person.call('create-search-key', { body: params })).api_key;
  const request = { conceptFeaturesString: '+sings', syntax: 'query' } as const;
  const own = await keyOf(member);
  const { ended, text } = await written({ format: 'csv', request }, own);
  const { export_id } = ended;
  expect(text.split('\r\n')[0]).toBe('"id","title","year","note","conceptScore","address"');
  expect(text).toMatch(new RegExp(`"http[^"]+/indexes/${params.index_id}/w0"`));
  const listed = async (person: Member) =>
    (await person.call('list-own-exports')).items.map((one) => one.export_id);
  expect(await listed(member)).toEqual([export_id]);
  expect(await listed(admin)).toEqual([]);
  const byKey = await written({ format: 'csv', request });
  for (const other of [apiKey, await keyOf(admin)]) {
    await expectFailure(look(export_id, other), 'ExportNotFound');
    const away = { params: { ...params, export_id }, apiKey: other };
    await expectFailure(call('delete-search-export', away), 'ExportNotFound');
  }
  await expectFailure(look(byKey.ended.export_id, own), 'ExportNotFound');
  const second = await admin.call('create-index-key', {
    body: { org_id: admin.orgId, index: params.index_id },
  });
  expect(await look(byKey.ended.export_id, second.api_key)).toMatchObject({ status: 'ready' });
  await call('delete-search-export', { params: { ...params, export_id }, apiKey: own });
  await expectFailure(look(export_id, own), 'ExportNotFound');
  expect((await fetch(ended.download_url!)).status).toBe(403);
  const bucket = inject('installation').buckets.find((name) => name.includes('exports'))!;
  const keys = (await objectsOf(bucket)).map(({ Key }) => Key!);
  expect(keys.filter((key) => key.includes(export_id))).toEqual([]);
  // The search itself is forgotten as soon as it is written.
  const kept = keys.filter((key) => key.includes(byKey.ended.export_id));
  expect(kept).toEqual([`searches/${admin.orgId}/${byKey.ended.export_id}.csv`]);
});

test('a shell searches, exports to a file, and is told by the exit code what was refused', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'antecede-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = fileURLToPath(import.meta.resolve('#cli/antecede.ts'));
  const run = async (args: string[], key = apiKey) => {
    const env = { ...process.env, ANTECEDE_API_KEY: key };
    const endpoint = `${origin()}/api/v1/indexes/${params.index_id}`;
    const ended = await promisify(execFile)(
      process.execPath,
      [program, ...args, '--endpoint', endpoint],
      { env },
    ).catch((error: { code: number; stdout: string; stderr: string }) => error);
    return { code: 0, ...ended };
  };
  const found = await run(['query', '+sings', '--syntax', 'query']);
  expect(JSON.parse(found.stdout)).toMatchObject({ totalFoundItems: 7 });
  const file = path.join(folder, 'songs.jsonl');
  const saved = await run(['export', file, '--text', '+sings', '--syntax', 'query']);
  expect(JSON.parse(saved.stdout)).toMatchObject({ status: 'ready', rows: 7, file });
  const rows = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(rows.map((row) => JSON.parse(row))).toEqual(JSON.parse(found.stdout).foundItems);
  expect(await run(['query', 'fish'], `${apiKey}x`)).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('InvalidApiKey'),
  });
  expect(
    await run(['export', path.join(folder, 'none', 'a.csv'), '--text', '+sings']),
  ).toMatchObject({
    code: 2,
  });
});
