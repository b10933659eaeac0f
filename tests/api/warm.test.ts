import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { animals, createIndex, upload, waitForBuild } from './support/datasets.ts';
import { type Member, newAdmin, origin } from './support/people.ts';

async function warm(indexId: string, apiKey: string, calls?: readonly string[]) {
  const answer = await fetch(`${origin()}/api/v1/indexes/${indexId}/warm`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: calls && JSON.stringify({ calls }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function ask(indexId: string, apiKey: string) {
  const answer = await fetch(`${origin()}/api/v1/indexes/${indexId}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ request: { conceptFeaturesString: 'owls', maxNumItems: 1 } }),
  });
  return /"day";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1];
}

const keysOf = async (admin: Member) => admin.call('list-index-keys', { query: {} });

/** Lines of a function's log that say that it has read an index. */
function timesRead(indexId: string, name = 'query-index'): number {
  const file = join(inject('installation').dataDir, `logs/antecede-local-${name}.log`);
  if (!existsSync(file)) return 0;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.includes('"index warmed"') && line.includes(indexId)).length;
}

/** Functions that a first question passes, beside the search. */
const passed = [
  'create-chat-thread',
  'create-chat-message',
  'create-chat-run',
  'answer-chat',
  'get-chat-run',
  'submit-tool-outputs',
  'get-chat-thread',
  'list-chat-messages',
];

/** Lines of a function's log that say that it got ready. */
function timesReady(name: string): number {
  const file = join(inject('installation').dataDir, `logs/antecede-local-${name}.log`);
  return existsSync(file) ? readFileSync(file, 'utf8').split('"ready"').length - 1 : 0;
}

test('a hint has the search function read the index, once a minute however many are sent, and is not a query', async () => {
  const admin = await newAdmin();
  const key = await upload(admin, 'animals.csv', animals);
  const { item_id } = await createIndex(admin, 'Warm', key);
  await waitForBuild(admin, item_id);
  const apiKey = (await keysOf(admin))[item_id]![0]!.api_key;
  const before = Number(await ask(item_id, apiKey));
  const answers = await Promise.all(Array.from({ length: 12 }, () => warm(item_id, apiKey)));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, {}]));
  expect(answers[0]!.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/);
  await waitFor('the index to be read', async () => timesRead(item_id) > 0);
  expect(Number(await ask(item_id, apiKey))).toBe(before - 1);
  // That search came after all of the hints. Another test may have set the clock forward between them.
  expect(timesRead(item_id)).toBeLessThanOrEqual(2);
  // The other calls are answered by functions of their own, which a hint names.
  await warm(item_id, apiKey, ['queries', 'similar', 'search']);
  for (const name of ['query-index-several', 'query-similar-rows', 'search-indexes']) {
    await waitFor(name, async () => timesRead(item_id, name) > 0);
  }
  expect((await warm(item_id, apiKey, ['everything'])).status).toBe(400);
});

test('a key of another index and a wrong one warm nothing', async () => {
  const admin = await newAdmin();
  const keys = await keysOf(admin);
  const refused = { status: 401, body: { errors: [{ code: 'InvalidApiKey' }] } };
  expect(await warm('us_patents', keys.arxiv![0]!.api_key)).toMatchObject(refused);
  expect(await warm('us_patents', 'ak_made_up')).toMatchObject(refused);
  expect(await warm('idx_nobodys', keys.arxiv![0]!.api_key)).toMatchObject(refused);
});

test('anybody may announce a question to the assistant: what it passes gets ready, once a minute', async () => {
  const announce = () => fetch(`${origin()}/api/warm-chat`, { method: 'POST' });
  const answers = await Promise.all([announce(), announce()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await answers[0].json()).toEqual({});
  await waitFor('the functions to be ready', () => passed.every((name) => timesReady(name) > 0));
});
