/** `npm run test:restore`: the chapter "Restore" of docs/operating.md, on one machine. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForMail } from '#tests/api/support/cognito.ts';
import { firstKey } from '#tests/api/support/datasets.ts';
import { expectFailure } from '#tests/api/support/expect-failure.ts';
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

  // Accounts stay: nothing can restore those.
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
