/** `npm run test:restore`: the chapter "Restore" of docs/operating.md, on one machine. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, cognito, signIn, waitForMail } from '#tests/api/support/cognito.ts';
import { firstKey } from '#tests/api/support/datasets.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
import { clientAt, invite, newAddress } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { close, type Stack, startStack, stop } from '#tests/support/stack.ts';
import { tracesOf } from '#tests/support/traces.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { newCustomer, search, searchCatalog, viewOf } from './support/customer.ts';
import { operate } from './support/operate.ts';

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack();
  folder = await mkdtemp(path.join(tmpdir(), 'antecede-backup-'));
});
afterAll(async () => {
  await close(stack);
  await rm(folder, { recursive: true });
});

/** Ends the stack, and starts it again without some files of its services. */
async function lose(files: RegExp, named: string[]): Promise<void> {
  const { port, dataDir } = stack;
  await stop(stack);
  const aws = path.join(dataDir, 'aws');
  const lost = (await readdir(aws)).filter((name) => files.test(name));
  expect(lost).toEqual(expect.arrayContaining(named));
  for (const name of lost) await rm(path.join(aws, name), { recursive: true });
  stack = await startStack({ port, dataDir });
}

test('after a loss of all tables and buckets, a restore gives the same answers, and erased people stay erased', async () => {
  const kept = await newCustomer(stack.origin);
  const gone = await newCustomer(stack.origin);
  const view = await viewOf(kept);
  const answers = [
    await search(kept, 'mammals of the sea'),
    await searchCatalog(kept, 'neural networks'),
  ];
  for (const found of answers) expect(found).not.toEqual([]);
  const saved = await operate(stack, 'backup.ts', 'save', folder);
  expect(saved).toMatch(/^Accounts: \d+ items$/m);

  const { call, authUserId: auth_user_id, email, orgId } = gone.admin;
  await call('erase-user', { body: { auth_user_id, email, erase_organization: true } });
  await advanceClock(stack.origin, '16s');
  await waitForMail(stack.origin, email, /has been erased/);

  // Accounts stay: the last test loses those.
  await lose(/^(dynamodb|s3)/, ['dynamodb.sqlite', 's3.sqlite', 's3-objects']);
  await expectFailure(search(kept, 'mammals of the sea'), 'InvalidApiKey');
  await expectFailure(viewOf(kept), 'UserNotFound');

  const loaded = await operate(stack, 'backup.ts', 'load', folder);
  expect(loaded).toMatch(/^Accounts: \d+ items, \d+ others removed$/m);
  expect(await viewOf(kept)).toEqual(view);
  expect(await search(kept, 'mammals of the sea')).toEqual(answers[0]);
  expect(await searchCatalog(kept, 'neural networks')).toEqual(answers[1]);
  expect(await search(gone, 'whale'), 'the restore brings the erased customer back').not.toEqual(
    [],
  );

  const log = path.join(stack.dataDir, 'logs/antecede-local-erase-person.log');
  const repeated = await operate(stack, 'erasures.ts', 'repeat', log);
  expect(repeated).toMatch(
    new RegExp(`^usr_\\w+: erased again\\. The organization ${orgId} ends\\.$`, 'm'),
  );
  await expectFailure(search(gone, 'whale'), 'InvalidApiKey');
  await advanceClock(stack.origin, '16s');
  const left = /SUPERSEDED#|AUDIT#ERASED/;
  await waitFor('the repeated erasure', async () =>
    (await tracesOf(stack, orgId, email, auth_user_id)).every((line) => left.test(line)),
  );
  expect(await operate(stack, 'erasures.ts', 'repeat', log)).toContain('is not in the tables.');

  expect(await viewOf(kept)).toEqual(view);
  expect(await search(kept, 'mammals of the sea')).toEqual(answers[0]);
});

test('after a loss of the key of the API keys, keys go on to work, their texts are hidden, and new ones can be made', async () => {
  const customer = await newCustomer(stack.origin);
  const { admin, indexId } = customer;
  const found = await search(customer, 'mammals of the sea');
  await lose(/^kms/, ['kms-keys.json']);

  expect(await search(customer, 'mammals of the sea')).toEqual(found);
  expect(await firstKey(admin, indexId)).toMatch(/^•+$/);
  const body = { org_id: admin.orgId, index: indexId };
  const { api_key: apiKey } = await admin.call('create-index-key', { body });
  expect(apiKey).toMatch(/^ak_/);
  expect(await search({ ...customer, apiKey }, 'mammals of the sea')).toEqual(found);
  const keys = await admin.call('list-index-keys', { query: {} });
  expect(keys[indexId]!.map((key) => key.api_key)).toContain(apiKey);
});

test('after a loss of the user pool, people set a password by a mailed code and find everything, and an invitation can be renewed', async () => {
  const customer = await newCustomer(stack.origin);
  const { admin } = customer;
  const { email } = admin;
  const invited = newAddress();
  await invite(admin, invited);
  const { key } = await admin.call('create-management-key', {
    body: { name: 'Nightly', scopes: ['indexes:read'] },
  });
  await admin.call('create-saved-search', {
    body: { name: 'Mine', index_id: 'arxiv', text: 'fish', syntax: 'words', filters: [] },
  });
  const view = await viewOf(customer);
  const found = await search(customer, 'mammals of the sea');

  const backup = await mkdtemp(path.join(tmpdir(), 'antecede-users-'));
  await operate(stack, 'backup.ts', 'save', backup, '--tables-only');
  await lose(/^cognito/, ['cognito.sqlite']);
  await expect(viewOf(customer)).rejects.toMatchObject({ code: 'Unauthenticated' });

  const made = await operate(stack, 'backup.ts', 'users', backup);
  expect(made).toMatch(/^Users: \d+ accounts made$/m);
  expect(made).toMatch(`${invited}: need a new invitation`);
  // Cut short, it is run again.
  expect(await operate(stack, 'backup.ts', 'users', backup)).toMatch(/^Users: 0 accounts made$/m);
  await operate(stack, 'backup.ts', 'load', backup, '--tables-only');
  await rm(backup, { recursive: true });

  await expect(signIn(stack.origin, admin)).rejects.toThrow('Incorrect username or password');
  const password = 'A-password-of-afterwards';
  await cognito(stack.origin, 'ForgotPassword', { Username: email });
  const code = codeOf(await waitForMail(stack.origin, email, /password/i));
  await cognito(stack.origin, 'ConfirmForgotPassword', {
    Username: email,
    ConfirmationCode: code,
    Password: password,
  });
  const { IdToken } = await signIn(stack.origin, { email, password });
  const { sub } = JSON.parse(Buffer.from(IdToken.split('.')[1]!, 'base64url').toString());
  expect(sub).not.toBe(admin.authUserId);
  const call = clientAt(stack.origin, IdToken);
  const again = { ...customer, admin: { ...admin, authUserId: sub, call } };
  const sameBut = (text: string) => JSON.parse(text.replaceAll(admin.authUserId, sub));
  expect(await viewOf(again)).toEqual(sameBut(JSON.stringify(view)));
  expect(await search(again, 'mammals of the sea')).toEqual(found);
  expect((await call('list-saved-searches', {})).items).toMatchObject([{ name: 'Mine' }]);
  const manage = { headers: { authorization: `Bearer ${key}` } };
  expect((await fetch(`${stack.origin}/api/manage/indexes`, manage)).status).toBe(200);
  await invite(again.admin, invited, { resend: true });
  await waitForMail(stack.origin, invited, /invitation/i);
});
