import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesInBatches } from './batches.ts';
import { bundleClient } from './bundle.ts';
import { openCalls } from './call.ts';
import type { AntecedeError } from './error.ts';
import { AntecedeIndex } from './index-client.ts';
import { Antecede } from './management.ts';
import { md5 } from './md5.ts';
import manifest from './package.json' with { type: 'json' };
import { version } from './version.ts';

const endpoint = 'https://api.example/api/v1/indexes/bees';
const found = { totalFoundItems: 0, foundItems: [] };
const refusal = (code: string) => ({ errors: [{ code, message: 'No', docsUrl: 'https://d#c' }] });

type Answer = [status: number, body: object, headers?: Record<string, string>] | Error;

/** A `fetch` that answers so, one after the other, and keeps what was sent. */
function answering(...answers: Answer[]) {
  const sent: { url: string; headers: Record<string, string>; body: unknown }[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const { headers, body } = init;
    sent.push({ url: String(url), headers: headers as Record<string, string>, body });
    const answer = answers[sent.length - 1] ?? answers.at(-1)!;
    if (answer instanceof Error) throw answer;
    const [status, content, more = {}] = answer;
    return new Response(JSON.stringify(content), { status, headers: more });
  };
  return { sent, fetch };
}

const failure = (call: Promise<unknown>): Promise<AntecedeError> =>
  call.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error) => error,
  );
const soon = { 'retry-after': '0' };
/** Pauses are random; the first is half a second at most. */
const patient = { longestPauseMs: 1000, retries: 1 };

test('a search is sent again while it is refused, the server fails or nothing answers', async () => {
  for (const bad of [
    [429, refusal('RateLimited'), soon],
    [503, refusal('Busy'), soon],
    [500, { message: 'Internal Server Error' }],
    new TypeError('fetch failed'),
  ] satisfies Answer[]) {
    const { sent, fetch } = answering(bad, [200, found]);
    const index = new AntecedeIndex({ endpoint, apiKey: 'k', fetch, ...patient });
    expect(await index.search('a')).toEqual(found);
    expect(sent).toHaveLength(2);
  }
});

test('what was refused for good, or for longer than is waited, is not', async () => {
  for (const bad of [
    [400, refusal('InvalidRequest')],
    [401, refusal('InvalidApiKey')],
    [429, refusal('QuotaExceeded'), { 'retry-after': '40000' }],
  ] satisfies Answer[]) {
    const { sent, fetch } = answering(bad);
    const index = new AntecedeIndex({ endpoint, apiKey: 'k', fetch });
    const { code, status, docsUrl } = await failure(index.search('a'));
    expect([code, status, docsUrl]).toEqual([bad[1].errors[0]!.code, bad[0], 'https://d#c']);
    expect(sent).toHaveLength(1);
  }
});

test('what would fail the second time is sent again only if it was refused before', async () => {
  const remove = (fetch: typeof globalThis.fetch) =>
    openCalls('https://api.example', 'authorization', 'mk_1', { fetch, ...patient })(
      'delete-index',
      { params: { index_id: 'bees' } },
    );
  for (const bad of [[503, { Code: 'Busy', Message: 'No' }], new TypeError()] satisfies Answer[]) {
    const { sent, fetch } = answering(bad, [200, {}]);
    await failure(remove(fetch));
    expect(sent).toHaveLength(1);
  }
  const { sent, fetch } = answering([429, { Code: 'TooManyAttempts' }, soon], [200, {}]);
  await remove(fetch);
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer mk_1', 'Bearer mk_1']);
});

test('what makes something makes it once, however often it is sent', async () => {
  const { sent, fetch } = answering(new TypeError(), [200, {}]);
  const { exports } = new AntecedeIndex({ endpoint, apiKey: 'k', fetch, ...patient });
  await exports.start('a', 'csv');
  const keys = sent.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^\w{16,}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('it ends with its signal or its time, whichever is first', async () => {
  const never: typeof fetch = (_, init) =>
    new Promise((_, reject) => {
      const { signal } = init!;
      if (signal!.aborted) reject(signal!.reason as Error);
      signal!.addEventListener('abort', () => reject(signal!.reason as Error));
    });
  const options = { endpoint, apiKey: 'k', fetch: never, retries: 0 };
  const slow = new AntecedeIndex({ ...options, timeoutMs: 5 });
  expect(await failure(slow.search('a'))).toMatchObject({ code: 'TimedOut', status: 0 });
  const reason = new Error('The reader has left.');
  const stop = new AbortController();
  const search = failure(new AntecedeIndex(options).search('a', { signal: stop.signal }));
  stop.abort(reason);
  expect(await search).toBe(reason);
  // Also while it pauses.
  const { fetch } = answering([503, refusal('Busy'), { 'retry-after': '20' }]);
  const paused = new AntecedeIndex({ endpoint, apiKey: 'k', fetch });
  const wait = failure(paused.search('a', { signal: AbortSignal.timeout(5) }));
  expect((await wait).name).toBe('TimeoutError');
});

test('a token is asked for once, and again when it ends or is refused', async () => {
  const token = (seconds: number) =>
    ['a', btoa(JSON.stringify({ exp: Date.now() / 1000 + seconds })), 's'].join('.');
  const run = async (tokens: string[], answers: Answer[], searches: number) => {
    const { sent, fetch } = answering(...answers);
    const left = tokens.values();
    const apiKey = () => left.next().value!;
    const index = new AntecedeIndex({ endpoint, apiKey, fetch });
    for (let i = 0; i < searches; i++) await index.search('a');
    return sent.map(({ headers }) => headers['x-api-key']);
  };
  const [long, short] = [token(3600), token(20)];
  expect(await run([long], [[200, found]], 2)).toEqual([long, long]);
  expect(await run([short, long], [[200, found]], 2)).toEqual([short, long]);
  const refused: Answer = [401, refusal('InvalidApiKey')];
  expect(await run([long, 'b'], [refused, [200, found]], 1)).toEqual([long, 'b']);
  await failure(run([long, 'b', 'c'], [refused], 1));
});

test('pages follow the answers, and what is read stops with its reader', async () => {
  const page = (id: string, next?: string) =>
    [200, { totalFoundItems: 3, foundItems: [{ id, conceptScore: 0 }], next }] satisfies Answer;
  const { sent, fetch } = answering(page('1', 'x'), page('2', 'y'), page('3'));
  const index = new AntecedeIndex<{ id: string }>({ endpoint, apiKey: 'k', fetch });
  const ids: string[] = [];
  for await (const { id } of index.hits('bees')) ids.push(id);
  expect(ids).toEqual(['1', '2', '3']);
  const asked = sent.map(({ body }) => JSON.parse(String(body)).request);
  expect(asked.map(({ after, pages }) => [after, pages])).toEqual([
    [undefined, true],
    ['x', true],
    ['y', true],
  ]);
  for await (const { id } of index.hits('bees')) if (id === '3') break;
  expect(sent).toHaveLength(4);
});

async function batchesOf(items: Iterable<string>): Promise<string[]> {
  const batches: string[] = [];
  for await (const lines of linesInBatches(items)) batches.push(lines);
  return batches;
}

test('rows go in batches that a call takes', async () => {
  const batches = await batchesOf(Array.from({ length: 20_001 }, String));
  expect(batches.map((lines) => lines.split('\n').length)).toEqual([10_000, 10_000, 1]);
  const wide = Array.from({ length: 7 }, () => 'ä'.repeat(1_000_000));
  const sizes = (await batchesOf(wide)).map((lines) => Buffer.byteLength(lines));
  expect(sizes).toHaveLength(4);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(5_000_000);
  expect(await batchesOf([])).toEqual([]);
});

test('MD5 is that of the standard', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const wanted = createHash('md5').update(bytes).digest('hex');
      expect(Buffer.from(md5(bytes)).toString('hex')).toBe(wanted);
    }),
  );
});

test('the whole has at most 10 KB compressed, and needs nothing but what the web offers', async () => {
  const code = await bundleClient();
  expect(gzipSync(code).length).toBeLessThanOrEqual(10_000);
  const { fetch } = answering([200, found]);
  const web = { fetch, URL, AbortSignal, AbortController, TextEncoder, setTimeout, clearTimeout };
  const search = `(async () => {
    ${code.replace(/export\s*\{/, 'const exported = {').replaceAll(/(\w+) as (\w+)/g, '$2: $1')}
    return new exported.AntecedeIndex({ endpoint: '${endpoint}', apiKey: 'k' }).search('a');
  })()`;
  expect(await runInNewContext(search, web)).toEqual(found);
  expect(version).toBe(manifest.version);
});

test('an address that is no index is refused at once', () => {
  expect(() => new AntecedeIndex({ endpoint: 'https://api.example', apiKey: 'k' })).toThrow(
    'is no index',
  );
  expect(() => new Antecede({ address: 'example', managementKey: 'k' })).toThrow('Invalid URL');
});
