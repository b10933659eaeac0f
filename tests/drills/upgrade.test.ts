/**
 * `npm run test:upgrade`: this version takes over the data of the last release, or of `UPGRADE_FROM`, a tag or commit. Indexes
 * of another format are built again, and until then searched if their format is read.
 */
import { afterAll, expect, test } from 'vitest';
import { FORMAT_VERSION, OLDEST_VERSION } from '#engine';
import type { ApiError } from '#shared/client.ts';
import { readMailbox, signIn } from '#tests/api/support/cognito.ts';
import { clientAt } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { close, newDataDir, type Stack, startStack } from '#tests/support/stack.ts';
import { tracesOf } from '#tests/support/traces.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type Customer, newCustomer, search, searchCatalog, viewOf } from './support/customer.ts';
import { installVersion, startVersion } from './support/former-version.ts';
import { formerCommit } from './support/last-release.ts';

const commit = formerCommit();

let stack: Stack | undefined;
afterAll(() => stack && close(stack));

/** Ids of what a search finds. */
const idsOf = async (customer: Customer, text: string) =>
  (await search(customer, text)).map(({ id }) => id);

/** What a customer sees, but for the progress of a build and the entry of its start. */
async function lastingViewOf(customer: Customer) {
  const { indexes, organization, trail, ...rest } = await viewOf(customer);
  const { status, rows } = indexes.items.find(
    ({ item_id }: { item_id: string }) => item_id === customer.indexId,
  );
  const actions = trail.items.map(({ action }: { action: string }) => action);
  return {
    ...rest,
    name: organization.name,
    status,
    rows,
    actions: actions.filter((action: string) => action !== 'index.rebuild-started'),
  };
}

/** Format version in an index's record. */
async function formatOf(running: Stack, indexId: string): Promise<number | undefined> {
  const [record = ''] = (await tracesOf(running, `INDEX#${indexId}`)).filter((line) =>
    line.includes('"sk":"INDEX"'),
  );
  const [, version] = /"format_version":(\d+)/.exec(record) ?? [];
  return version === undefined ? undefined : Number(version);
}

test(`what ${commit} has stored is there, and is served, in a new format once it is built again`, async () => {
  const former = installVersion(commit);
  const dataDir = await newDataDir();
  const before = await startVersion(former, dataDir);
  const customer = await newCustomer(before.origin);
  const view = await lastingViewOf(customer);
  const ids = await idsOf(customer, 'mammals of the sea');
  expect(ids).not.toEqual([]);
  await before.stop();

  stack = await startStack({ port: before.port, dataDir });
  // With keys and a session from before.
  expect(await lastingViewOf(customer)).toMatchObject(view);
  const isRead = ((await formatOf(stack, customer.indexId)) ?? 0) >= OLDEST_VERSION;
  const found = idsOf(customer, 'mammals of the sea').catch(({ code }: ApiError) => code);
  expect(await found).toEqual(isRead ? ids : 'Busy');
  const renewed = await waitFor(
    'the index in the new format',
    async () => {
      await advanceClock(stack!.origin, '5m');
      const format = await formatOf(stack!, customer.indexId);
      return format === FORMAT_VERSION ? format : undefined;
    },
    { everyMs: 500, timeoutMs: 300_000 },
  );
  expect(renewed).toBe(FORMAT_VERSION);
  expect((await idsOf(customer, 'mammals of the sea'))[0]).toBe(ids[0]);
  expect(await searchCatalog(customer, 'neural networks')).not.toEqual([]);
  const { IdToken } = await signIn(stack.origin, customer.admin);
  const admin = { ...customer.admin, call: clientAt(stack.origin, IdToken) };
  expect(await lastingViewOf({ ...customer, admin })).toMatchObject(view);
  const mails = await readMailbox(stack.origin, admin.email);
  expect(
    mails.filter(({ subject }) => subject.endsWith('is ready')),
    'only of the first',
  ).toHaveLength(1);
});
