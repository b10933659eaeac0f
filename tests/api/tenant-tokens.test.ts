/** Tokens that a customer's server signs for each of its tenants. */
import { execFile } from 'node:child_process';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
import { tokenProgram } from '#shared/docs/keys-section.ts';
import { animals, createIndex, upload, waitForBuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, origin } from './support/people.ts';

let admin: Member;
let index: string;
beforeAll(async () => {
  admin = await newAdmin();
  const file = await upload(admin, 'animals.csv', animals);
  index = (await createIndex(admin, 'Zoo', file)).item_id;
  await waitForBuild(admin, index);
});

const pair = () => generateKeyPairSync('ed25519');
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

async function signer(more: { restrictions?: KeyRestrictions; changes_rows?: boolean } = {}) {
  const { publicKey, privateKey } = pair();
  const key = await admin.call('create-index-key', {
    body: { org_id: admin.orgId, index, public_keys: [pem(publicKey)], ...more },
  });
  const token = (claims: object, header: object = {}, by = privateKey) => {
    const parts = [
      { alg: 'EdDSA', kid: key.id, ...header },
      { exp: Math.floor(Date.now() / 1000) + 3600, ...claims },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const signed = parts.join('.');
    return `${signed}.${sign(null, Buffer.from(signed), by).toString('base64url')}`;
  };
  return { key, publicKey, token };
}

async function ask(
  apiKey: string,
  call = 'query',
  request: object = { sort: 'rows' },
  headers = {},
) {
  const answer = await fetch(`${origin()}/api/v1/indexes/${index}/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
    body: JSON.stringify({ request }),
  });
  const { errors, foundItems } = (await answer.json()) as {
    errors?: { code: string; message: string }[];
    foundItems?: Record<string, unknown>[];
  };
  const [error] = errors ?? [];
  return {
    code: error?.code ?? answer.status,
    message: error?.message ?? '',
    ids: foundItems?.map(({ id }) => id),
    columns: foundItems?.[0] && Object.keys(foundItems[0]).toSorted(),
    header: (name: string) => answer.headers.get(name),
  };
}

const idIs = (...value: string[]) => ({ column: 'id', operator: 'in' as const, value });

test('a token narrows its key by a filter and columns, and never widens it', async () => {
  const { token } = await signer();
  const all = await ask(token({}));
  expect(all.code).toBe(200);
  const [first, second, third] = all.ids as [string, string, string];
  const narrow = await ask(token({ filters: [idIs(first, second)], columns: ['id'] }));
  expect(narrow).toMatchObject({ ids: [first, second], columns: ['conceptScore', 'id'] });
  expect((await ask(token({ filters: [idIs(first)] }), 'dictionary')).code).toBe('KeyRestricted');

  const walled = await signer({
    restrictions: { filters: [idIs(first, second)], columns: ['title'], uses: ['search'] },
  });
  const wider = walled.token({ filters: [idIs(second, third)], columns: ['id', 'title'] });
  const seen = await ask(wider);
  expect(seen.columns).toEqual(['conceptScore', 'title']);
  expect(seen.ids).toHaveLength(1);
  expect((await ask(wider, 'query', { fields: ['id'], sort: 'rows' })).code).toBe('InvalidRequest');
  expect((await ask(walled.token({ uses: ['exports'] }))).code).toBe('KeyRestricted');
  expect((await ask(walled.token({ uses: ['vectors'] }), 'vectors')).code).toBe('KeyRestricted');

  const changing = await signer({ changes_rows: true });
  const remove = anonymous()('delete-rows', {
    params: { index_id: index },
    query: {},
    body: { keys: [first] },
    apiKey: changing.token({}),
  });
  await expectFailure(remove, 'KeyMayNotChangeRows');
});

test('what is forged, too old, too long or not understood is refused', async () => {
  const { token, publicKey } = await signer();
  const other = await signer();
  const now = Math.floor(Date.now() / 1000);
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hmac = (header: object) => {
    const signed = `${encoded(header)}.${encoded({ exp: now + 60 })}`;
    const mac = createHmac('sha256', pem(publicKey)).update(signed).digest('base64url');
    return `${signed}.${mac}`;
  };
  const [, payload, signature] = token({}).split('.');
  const header = { alg: 'EdDSA', kid: other.key.id };
  const forged = [
    token({}, {}, pair().privateKey),
    token({}, { alg: 'none' }),
    token({}, { kid: other.key.id }),
    token({}, { kid: 'key_unknown' }),
    hmac({ alg: 'HS256', kid: other.key.id }),
    hmac(header),
    `${encoded(header)}.${payload}.${signature}`,
    `${encoded({ alg: 'EdDSA' })}.${payload}.`,
    `${token({}).slice(0, -4)}AAAA`,
    'a.b.c',
    token({
      filters: [
        idIs('x'.repeat(900)),
        idIs('y'.repeat(900)),
        idIs('z'.repeat(900)),
        idIs('z'.repeat(900)),
        idIs('z'.repeat(900)),
      ],
    }),
  ];
  for (const text of forged) {
    const { code, message } = await ask(text);
    expect([code, message.includes('token')], text).toEqual(['InvalidApiKey', false]);
  }
  for (const [claims, reason] of [
    [{ exp: now - 1 }, /has ended/],
    [{ exp: now + 25 * 3600 }, /within 24 hours/],
    [{ nbf: now + 600 }, /not begun/],
    [{ exp: undefined }, /exp/],
    [{ filter: [idIs('w1')] }, /did you mean filters/],
    [{ filters: [{ column: 'id' }] }, /filters/],
    [{ queries_per_day: 5 }, /jti/],
  ] as const) {
    const { code, message } = await ask(token(claims));
    expect([code, message]).toEqual(['InvalidApiKey', expect.stringMatching(reason)]);
  }
  // A token that is right belongs to its index.
  const elsewhere = anonymous()('query-index', {
    params: { index_id: 'arxiv' },
    body: { request: { sort: 'rows' } },
    apiKey: token({}),
  });
  await expectFailure(elsewhere, 'InvalidApiKey');
  const refuse = (public_keys: string[]) =>
    expectFailure(
      admin.call('create-index-key', { body: { org_id: admin.orgId, index, public_keys } }),
      'InvalidRequest',
    );
  await refuse(['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----']);
  await refuse([pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)]);
  await refuse([pair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()]);
});

test('the program of the documentation signs a token that works', async () => {
  const { publicKey, privateKey } = pair();
  const key = await admin.call('create-index-key', {
    body: { org_id: admin.orgId, index, public_keys: [pem(publicKey)] },
  });
  const docs = await admin.call('get-index-docs', { params: { index_name: index } });
  const program = docs.sections
    .flatMap(({ blocks }) => blocks)
    .find((block) => block.kind === 'code' && block.label === tokenProgram) as { code: string };
  const folder = await mkdtemp(path.join(tmpdir(), 'antecede-token-'));
  const file = path.join(folder, 'token.mjs');
  await writeFile(file, program.code.replace('YOUR_KEY_ID', key.id));
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(path.join(folder, 'private.pem'), pkcs8);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
  await rm(folder, { recursive: true });
  expect((await ask(stdout.trim())).code).toBe(200);
});

test('budgets are counted for each jti, and for the key together', async () => {
  const { token } = await signer({ restrictions: { queries_per_day: 5 } });
  const of = (jti: string) => () =>
    ask(token({ jti, queries_per_day: 2, exp: Math.floor(Date.now() / 1000) + 60 }));
  const [ada, bob, eve] = [of('ada'), of('bob'), of('eve')];
  const atOnce = await Promise.all([ada(), ada(), ada()]);
  expect(atOnce.filter(({ code }) => code === 200)).toHaveLength(2);
  const one = await bob();
  expect(one.header('ratelimit')).toContain('"token-day";r=1;');
  // A refused call of a token took from the key's budget, which is counted first.
  const last = [await eve(), await eve()].map(({ code }) => code);
  expect(last).toEqual([200, 'QuotaExceeded']);
});

test('pages of its origins use it in a browser', async () => {
  const { token } = await signer({ restrictions: { origins: ['https://*.shop.example'] } });
  const page = 'https://a.shop.example';
  const inPage = await ask(token({ origins: [page] }), 'query', undefined, { origin: page });
  expect(inPage.code).toBe(200);
  expect(inPage.header('access-control-allow-origin')).toBe(page);
  const next = 'https://b.shop.example';
  const other = await ask(token({ origins: [page] }), 'query', undefined, { origin: next });
  expect(other.code).toBe('KeyRestricted');
  // The page reads why, here and if the token has ended.
  expect(other.header('access-control-allow-origin')).toBe(next);
  expect((await ask(token({}))).code).toBe('KeyRestricted');
});

test('a new public key goes beside the old one, which ends with the next, and tokens end with their key', async () => {
  const { key, token } = await signer();
  const body = { org_id: admin.orgId, index, api_key_id: key.id };
  const replace = async (overlap_hours?: number) => {
    const { publicKey, privateKey } = pair();
    const public_key = pem(publicKey);
    const changed = await admin.call('rotate-index-key', {
      body: { ...body, public_key, overlap_hours },
    });
    expect(changed.public_keys![0]).toBe(public_key);
    return privateKey;
  };
  expect((await ask(token({}))).code).toBe(200);
  const second = await replace();
  for (const by of [undefined, second]) expect((await ask(token({}, {}, by))).code).toBe(200);
  const third = await replace();
  expect((await ask(token({}))).code).toBe('InvalidApiKey');
  expect((await ask(token({}, {}, second))).code).toBe(200);
  await replace(0);
  expect((await ask(token({}, {}, third))).code).toBe('InvalidApiKey');
  const fourth = await replace();
  const keys = (await admin.call('list-index-keys', { query: {} }))[index]!;
  expect(keys.find(({ id }) => id === key.id)!.tokens_last_used_date).toBeDefined();
  const rotated = await admin.call('rotate-index-key', { body });
  expect((await ask(rotated.api_key)).code).toBe(200);
  expect((await ask(token({}, {}, fourth))).code).toBe(200);
  await admin.call('delete-index-key', { body: { org_id: admin.orgId, index, api_id: key.id } });
  expect((await ask(token({}, {}, fourth))).code).toBe('InvalidApiKey');
});
