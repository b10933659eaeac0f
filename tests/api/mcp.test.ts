import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin } from './support/people.ts';

let endpoint: string;
let apiKey: string;
let client: Client;
beforeAll(async () => {
  const admin = await newAdmin();
  const { apis } = await admin.call('get-organization', { query: {} });
  endpoint = `${apis.us_patents_endpoint}/mcp`;
  apiKey = apis.us_patents_api_keys[0]!.api_key;
  client = await connect({ authorization: `Bearer ${apiKey}` });
});
afterAll(() => client.close());

async function connect(headers: Record<string, string>): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(endpoint), {
    requestInit: { headers },
  });
  await connected.connect(transport);
  return connected;
}

async function call(name: string, given: Record<string, unknown>) {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
  const [first] = content as { text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  return { answer: structuredContent as any, isError, text: first!.text };
}

test('an assistant learns the tools and the columns of an index', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'antecede' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'search',
    'count',
    'read_rows',
    'similar_rows',
    'compare_rows',
    'read_patent',
    'chart_claim',
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(tools[0]!.description).toContain('publication_date (date)');
});

test('it searches, counts, and reads what it found', async () => {
  const found = await call('search', { query: 'pd:<2015 a drone with solar cells', limit: 3 });
  const { answer } = found;
  expect(JSON.parse(found.text)).toEqual(answer);
  expect(answer.hits).toHaveLength(3);
  const [hit] = answer.hits;
  expect(hit).toMatchObject({ row: { ucid: expect.any(String) }, score: expect.any(Number) });
  expect(hit.row.publication_date < '2015').toBe(true);
  expect(hit.passage.end - hit.passage.start).toBe(hit.passage.text.length);

  const counted = await call('count', { column: 'publication_date', query: 'drone' });
  expect(counted.answer).toMatchObject({ interval: 'year', counts: expect.any(Array) });
  const kinds = await call('count', { column: 'kind_code' });
  expect(kinds.answer.total).toBeGreaterThan(counted.answer.total);

  const read = await call('read_rows', { ids: [hit.row.ucid] });
  expect(read.answer.rows).toEqual([expect.objectContaining({ ucid: hit.row.ucid })]);
  expect(read.answer.rows[0].text).toContain(hit.passage.text);
  const similar = await call('similar_rows', { id: hit.row.ucid, limit: 2 });
  expect(similar.answer.hits).toHaveLength(2);
  expect(similar.answer.hits.map(({ row }: typeof hit) => row.ucid)).not.toContain(hit.row.ucid);

  const ids = [hit.row.ucid, similar.answer.hits[0].row.ucid];
  const { answer: comparison } = await call('compare_rows', { ids, aspects: ['solar', 'drone'] });
  expect(comparison.aspects.map(({ aspect }: { aspect: string }) => aspect)).toEqual([
    'solar',
    'drone',
  ]);
  const [drone] = comparison.aspects[1].rows;
  expect(ids).toContain(drone.row.ucid);
  const { answer: whole } = await call('read_rows', { ids: [drone.row.ucid] });
  expect(whole.rows[0].text.slice(drone.passage.start, drone.passage.end)).toBe(drone.passage.text);
});

test('it reads a patent and charts its claim with quotes and their offsets', async () => {
  const { answer } = await call('read_patent', { number: 'US 99010012' });
  expect(answer).toMatchObject({ number: 'US-99010012-B2', claims: expect.any(Array) });
  const described = await call('read_patent', { number: 'US99010012B2', part: 'description' });
  const [paragraph] = described.answer.paragraphs;
  expect(paragraph).toMatchObject({ place: expect.any(String), text: expect.any(String) });
  const chart = await call('chart_claim', {
    claim: answer.claims[0].text,
    references: ['US-99010012-B2'],
  });
  const [reference] = chart.answer.references;
  const [best] = reference.passages;
  const texts = { claim: answer.claims, paragraph: described.answer.paragraphs };
  const part = texts[best.part as 'claim' | 'paragraph'].find(
    (one: { claim?: number; paragraph?: number }) => (one.claim ?? one.paragraph) === best.number,
  );
  expect(part.text.slice(best.start, best.end)).toBe(best.text);
});

test('an assistant that starts local programs speaks to the index through one', async () => {
  const program = fileURLToPath(import.meta.resolve('#cli/antecede.ts'));
  const args = [program, 'mcp', '--endpoint', endpoint.replace(/\/mcp$/, '')];
  const local = new Client({ name: 'test', version: '1' });
  const env = { ANTECEDE_API_KEY: apiKey };
  await local.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const { tools } = await local.listTools();
  expect(tools.map(({ name }) => name)).toContain('read_patent');
  const [many, wrong] = await Promise.all([
    local.callTool({ name: 'search', arguments: { query: 'kite' } }),
    local.callTool({ name: 'search', arguments: {} }),
  ]);
  expect(many).toMatchObject({ structuredContent: { hits: expect.any(Array) } });
  expect(wrong).toMatchObject({ isError: true });
  await local.close();
  const stranger = new Client({ name: 'test', version: '1' });
  const other = { command: process.execPath, args, env: { ANTECEDE_API_KEY: `${apiKey}x` } };
  await expect(stranger.connect(new StdioClientTransport(other))).rejects.toThrow('InvalidApiKey');
  await stranger.close();
});

test.each([
  ['search', {}, /query/],
  ['search', { query: 'kite', limit: 1000 }, /limit/],
  ['count', { column: 'none' }, /none/],
  ['similar_rows', { id: 'US-1-A' }, /no row/],
  ['read_patent', { number: 'US-1-A' }, /not|no patent/i],
  ['chart_claim', { references: ['US-99010012-B2'] }, /number or claim/],
  ['none', {}, /no tool/],
] as const)('%s with %j says what is wrong', async (name, given, problem) => {
  const { isError, text } = await call(name, given);
  expect(isError).toBe(true);
  expect(text).toMatch(problem);
});

test('messages without a key, of another protocol or about nothing are refused', async () => {
  await expect(connect({ 'x-api-key': `${apiKey}x` })).rejects.toThrow('InvalidApiKey');
  const send = (body: unknown) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
    });
  expect((await send([])).status).toBe(400);
  expect((await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  const unknown = await send({ jsonrpc: '2.0', id: 1, method: 'sampling/none' });
  expect(await unknown.json()).toMatchObject({ id: 1, error: { code: -32601 } });
  // Nothing would ever answer these: each would keep a function busy until its time is over.
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const odd = [
    { id: 1.5 },
    { more: 1 },
    { params: { _meta: { progressToken: {} } } },
    { method: 1 },
  ];
  for (const member of odd) expect((await send({ ...ping, ...member })).status).toBe(400);
  expect((await fetch(endpoint)).status).toBe(405);
});

test('only calls of tools count as queries', async () => {
  const leftOfDay = async (message: object) => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });
    return /"day";r=(\d+)/.exec(answer.headers.get('ratelimit')!)?.[1];
  };
  const search = { method: 'tools/call', params: { name: 'search', arguments: { query: 'kite' } } };
  const before = Number(await leftOfDay(search));
  expect(await leftOfDay({ method: 'tools/list' })).toBeUndefined();
  expect(Number(await leftOfDay(search))).toBe(before - 1);
});

describe('the revision of 2026-07-28', () => {
  const version = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };

  /** A message without a handshake, whose headers repeat what it says unless told otherwise. */
  async function send(
    method: string,
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { _meta: meta, ...params } }),
    });
    return { status: answer.status, ...(await answer.json()) };
  }

  test('needs no handshake, and tells what the server is', async () => {
    const discovered = await send('server/discover');
    expect(discovered).toMatchObject({
      status: 200,
      id: 7,
      result: {
        resultType: 'complete',
        supportedVersions: expect.arrayContaining([version, '2025-11-25']),
        capabilities: { tools: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'antecede' } },
        cacheScope: 'private',
      },
    });
    const { result } = await send('tools/list');
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: expect.any(Number) });
    expect(result.tools[0]).toMatchObject({ name: 'search' });
    const query = 'a drone with solar cells';
    const found = await send('tools/call', { name: 'search', arguments: { query } });
    expect(found.result).toMatchObject({ resultType: 'complete' });
    expect(found.result.structuredContent.hits.length).toBeGreaterThan(0);
    const encoded = `=?base64?${Buffer.from('count').toString('base64')}?=`;
    const counted = await send(
      'tools/call',
      { name: 'count', arguments: { column: 'kind_code' } },
      { 'mcp-name': encoded },
    );
    expect(counted.result.structuredContent.total).toBeGreaterThan(0);
    expect(counted.result.structuredContent).not.toHaveProperty('read_as_words_because');
  });

  test.each([
    ['other method in the header', 'tools/list', {}, { 'mcp-method': 'ping' }, 400, -32020],
    [
      'other tool in the header',
      'tools/call',
      { name: 'search' },
      { 'mcp-name': 'x' },
      400,
      -32020,
    ],
    [
      'earlier revision in the header',
      'tools/list',
      {},
      { 'mcp-protocol-version': '2025-11-25' },
      400,
      -32020,
    ],
    ['no metadata', 'tools/list', { _meta: {} }, {}, 400, -32602],
    [
      'unknown revision',
      'tools/list',
      { _meta: {} },
      { 'mcp-protocol-version': '1900-01-01' },
      400,
      -32022,
    ],
    ['unknown method', 'prompts/list', {}, {}, 404, -32601],
  ])('%s is refused', async (_, method, params, headers, status, code) => {
    expect(await send(method, params, headers as Record<string, string>)).toMatchObject({
      status,
      error: { code },
    });
  });

  test('a refusal does not send back what nobody asked to keep', async () => {
    const long = 'x'.repeat(100_000);
    const refused = await send('tools/call', { name: long }, { 'mcp-name': 'search' });
    expect(refused).toMatchObject({ status: 400, error: { code: -32020 } });
    expect(JSON.stringify(refused).length).toBeLessThan(1000);
  });

  test('pages of other sites are refused, whatever they send', async () => {
    const refused = await send('tools/list', {}, { origin: 'https://evil.example' });
    expect(refused).toMatchObject({ status: 403, errors: [{ code: 'Forbidden' }] });
    expect(await send('tools/list', {}, { origin: new URL(endpoint).origin })).toMatchObject({
      status: 200,
    });
  });
});
