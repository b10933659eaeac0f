/** What an organization does with the product, on the stack of the project, and what it was promised meanwhile. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { personHash } from '#core/storage/person-hash.ts';
import { contract, type EndpointName } from '#shared/contract/contract.ts';
import { successStatus } from '#shared/contract/endpoint.ts';
import { addCard } from '#tests/api/support/billing.ts';
import { ask, newConversation } from '#tests/api/support/chat.ts';
import {
  acceptInvitation,
  cognito,
  readMailbox,
  signIn,
  signUp,
} from '#tests/api/support/cognito.ts';
import { animals, createIndex, firstKey, getIndex, upload } from '#tests/api/support/datasets.ts';
import {
  anonymous,
  clientOf,
  invite,
  type Member,
  newAddress,
  origin,
  temporaryPassword,
} from '#tests/api/support/people.ts';
import { requestReport } from '#tests/api/support/reports.ts';
import { requests } from '#tests/api/tenancy/requests.ts';
import { send } from '#tests/api/tenancy/send.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import { retryStep } from './retry-step.ts';
import { readItems } from './stored.ts';

/** What the product has acknowledged to an organization. */
export interface Journey {
  admin: Member;
  member: Member;
  indexId: string;
  /** Its dataset has no rows. */
  failedIndexId: string;
  fileKey: string;
  spareFileKey: string;
  threadId: string;
  runId: string;
  openThreadId: string;
  threadToken: string;
  /** An export of what a catalogue has, and the key that it was asked for with. */
  catalogExport: { id: string; apiKey: string };
  /** A dataset that is fetched from elsewhere. */
  fetchedSourceId: string;
  /** Mails to this address come back. */
  bouncing: string;
}

async function newAdmin(): Promise<Member> {
  const name = 'Ada Byron';
  const password = `Long-${randomBytes(8).toString('hex')}`;
  const { email, authUserId } = await retryStep(async () => {
    const address = newAddress();
    const id = await signUp(origin(), { email: address, password, name });
    return { email: address, authUserId: id };
  });
  const { IdToken, AccessToken } = await retryStep(() => signIn(origin(), { email, password }));
  const call = clientOf(IdToken);
  const body = { full_name: name, email, auth_user_id: authUserId, type: 'sign_up' } as const;
  await retryStep<unknown>(() => call('create-user', { body }), {
    UserExists: () => call('get-user', { query: { user_id: authUserId } }),
  });
  const { item_id: orgId } = await retryStep(
    () => call('create-organization', { body: { name: 'Analytical Engines' } }),
    {
      OrganizationExists: () => call('get-organization', { query: { auth_user_id: authUserId } }),
    },
  );
  return {
    name,
    email,
    password,
    authUserId,
    orgId,
    idToken: IdToken,
    accessToken: AccessToken,
    call,
  };
}

async function newMember(admin: Member): Promise<Member> {
  const email = newAddress();
  await retryStep<unknown>(() => invite(admin, email), {
    UserInOrganization: () => invite(admin, email, { resend: true }),
  });
  const invitation = await retryStep(() => temporaryPassword(email));
  const password = `Long-${randomBytes(8).toString('hex')}`;
  const { IdToken, AccessToken } = await retryStep(() =>
    // A try that failed may have replaced the password.
    acceptInvitation(origin(), email, invitation, password).catch(() =>
      signIn(origin(), { email, password }),
    ),
  );
  const claims = JSON.parse(Buffer.from(IdToken.split('.')[1]!, 'base64url').toString());
  const authUserId: string = claims.sub;
  const call = clientOf(IdToken);
  await retryStep(() =>
    call('update-user', { body: { auth_user_id: authUserId, email_verified: true } }),
  );
  const { orgId } = admin;
  return {
    name: 'Grace Hopper',
    email,
    password,
    authUserId,
    orgId,
    idToken: IdToken,
    accessToken: AccessToken,
    call,
  };
}

/** An index whose build has begun. */
async function newIndex(admin: Member, fileKey: string): Promise<string> {
  const name = `Fauna${randomBytes(4).toString('hex')}`;
  const { item_id } = await retryStep(() => createIndex(admin, name, fileKey), {
    IndexNameTaken: async () => {
      const { items } = await admin.call('list-indexes', { query: {} });
      return items.find((index) => index.name === name)!;
    },
  });
  return item_id;
}

/** An index that will serve, one whose dataset has no rows, and a file that no index is made of. */
async function newIndexes(admin: Member) {
  const fileKey = await retryStep(() => upload(admin, 'animals.csv', animals));
  const spareFileKey = await retryStep(() => upload(admin, 'spare.csv', animals));
  const indexId = await newIndex(admin, fileKey);
  const emptyFileKey = await retryStep(() => upload(admin, 'empty.csv', 'id,title,text\n'));
  const failedIndexId = await newIndex(admin, emptyFileKey);
  return { fileKey, spareFileKey, indexId, failedIndexId };
}

async function buy(admin: Member): Promise<void> {
  await retryStep(() => addCard(origin(), admin));
  await retryStep(() =>
    admin.call('update-subscription', {
      body: { org_id: admin.orgId, subscription_plan: 'Monthly' },
    }),
  );
}

/** A question of a member, and a conversation of a visitor. */
async function newConversations(admin: Member) {
  const question = 'Find patents on infusion pumps that notice a blocked line early.';
  const { threadId, runId } = await retryStep(async () => {
    const conversation = await newConversation(admin.call);
    const run = await ask(conversation, question);
    return { threadId: conversation.threadId, runId: run.id };
  });
  const open = await retryStep(() => newConversation(anonymous()));
  return { threadId, runId, openThreadId: open.threadId, threadToken: open.threadToken! };
}

/** Asks for the newsletter with an address from which mails come back. */
async function subscribe(): Promise<string> {
  const email = `bounce+${randomBytes(6).toString('hex')}@simulator.amazonses.com`;
  await retryStep(() => anonymous()('subscribe-newsletter', { body: { EMAIL: email } }));
  return email;
}

/** Has a code mailed to another address, which is never entered. */
const mailCode = ({ accessToken }: Member) =>
  cognito(origin(), 'UpdateUserAttributes', {
    ClientId: undefined,
    AccessToken: accessToken,
    UserAttributes: [{ Name: 'email', Value: newAddress() }],
  });

/** Asks for a file with what a search of a catalogue finds. */
async function newExport(admin: Member): Promise<Journey['catalogExport']> {
  const apiKey = await retryStep(() => firstKey(admin, 'arxiv'));
  const { export_id } = await retryStep(() =>
    admin.call('create-search-export', {
      params: { index_id: 'arxiv' },
      body: { format: 'xlsx', request: { conceptFeaturesString: 'neural networks' } },
      apiKey,
    }),
  );
  return { id: export_id, apiKey };
}

/** Asks for a dataset to be fetched from a server of the organization. */
async function newSource(admin: Member): Promise<string> {
  const server = createServer((_, response) => response.end(animals)).listen(0, '127.0.0.1');
  await once(server.unref(), 'listening');
  const { port } = server.address() as AddressInfo;
  return addSource(admin, 'fetched.csv', `http://127.0.0.1:${port}/animals.csv`);
}

/** A try that failed may have stored the source, which is then being fetched. */
async function addSource({ call }: Member, filename: string, url: string): Promise<string> {
  const body = { filename, url };
  const { source_id } = await retryStep(() => call('create-dataset-source', { body }), {
    SourceRunning: async () => {
      const { items } = await call('list-dataset-sources', {});
      return items.find(({ dataset_name }) => dataset_name === filename)!;
    },
  });
  return source_id;
}

/** Everything that the stores go on with by themselves afterwards: builds, mails, reports, runs, exports, fetches. */
export async function begin(ucid: string): Promise<Journey> {
  const admin = await newAdmin();
  const [member, indexes, conversations, bouncing, catalogExport, fetchedSourceId] =
    await Promise.all([
      newMember(admin),
      newIndexes(admin),
      newConversations(admin),
      subscribe(),
      newExport(admin),
      newSource(admin),
      buy(admin),
      retryStep(() => mailCode(admin)),
      retryStep(() => requestReport(admin.call, 'prior-art', ucid, admin.email)),
      retryStep(() =>
        admin.call('request-data-export', { body: { auth_user_id: admin.authUserId } }),
      ),
    ]);
  const promised = { bouncing, catalogExport, fetchedSourceId };
  return { admin, member, ...indexes, ...conversations, ...promised };
}

/** The same person with a new session: the clock has gone on. */
export async function renewed(member: Member): Promise<Member> {
  const { IdToken } = await retryStep(() => signIn(origin(), member));
  return { ...member, idToken: IdToken, call: clientOf(IdToken) };
}

/** Adds a row and deletes another, unless a build is under way. */
async function changeRows(admin: Member, { indexId }: Journey): Promise<void> {
  const body = { org_id: admin.orgId, index: indexId, changes_rows: true };
  const keys = await retryStep(() => admin.call('list-index-keys', { query: {} }));
  const { api_key: apiKey } =
    keys[indexId]!.find(({ changes_rows }) => changes_rows) ??
    (await retryStep(() => admin.call('create-index-key', { body })));
  const params = { index_id: indexId };
  const rows = [{ id: 'w7', title: 'Penguin', text: 'Penguins dive for krill.' }];
  const added = await retryStep<unknown>(
    () => anonymous()('upsert-rows', { params, query: {}, body: { rows }, apiKey }),
    { IndexBuilding: async () => undefined },
  );
  if (!added) return;
  await retryStep(() =>
    anonymous()('delete-rows', { params, query: {}, body: { keys: ['w7'] }, apiKey }),
  );
  const request = { sort: 'rows' as const };
  const { foundItems } = await retryStep(() =>
    anonymous()('query-index', { params, body: { request }, apiKey }),
  );
  expect(foundItems.map(({ id }) => id)).toEqual(['w1', 'w2', 'w3', 'w4', 'w5', 'w6']);
}

/**
 * Sends requests of the contract, page by page and deletions last, until each is answered as the contract says.
 * @param isWanted by endpoint; a search and the removal of a member are always sent
 */
export async function goOn(
  journey: Journey,
  isWanted: (name: EndpointName) => boolean,
): Promise<void> {
  const admin = await renewed(journey.admin);
  const member = await renewed(journey.member);
  const apiKey = await retryStep(() => firstKey(admin, journey.indexId));
  const team = await retryStep(() => admin.call('list-users', { query: {} }));
  const keys = await retryStep(() => admin.call('list-index-keys', { query: {} }));
  const begun = await retryStep(() =>
    admin.call('create-cli-upload', {
      body: { org_id: admin.orgId, email: admin.email, filename: 'begun.csv', filesize: 10 },
    }),
  );
  const spare = await retryStep(() => newConversation(admin.call));
  const list = await retryStep(() => admin.call('create-list', { body: { name: 'Mine' } }));
  const search = await retryStep(() =>
    admin.call('create-saved-search', {
      body: { name: 'Mine', index_id: 'arxiv', text: 'fish', syntax: 'words', filters: [] },
    }),
  );
  const project = await retryStep(() => admin.call('create-project', { body: { name: 'Mine' } }));
  const { export_id: exportId } = await retryStep(() =>
    admin.call('create-search-export', {
      params: { index_id: journey.indexId },
      body: { format: 'csv', request: { sort: 'rows' } },
      apiKey,
    }),
  );
  const receiver = await startReceiver();
  const { webhook } = await retryStep(() =>
    admin.call('create-webhook', {
      body: { url: receiver.url, events: ['quota.near'] },
    }),
  );
  const { webhook_id: webhookId } = webhook;
  const { delivery_id: deliveryId } = await retryStep(() =>
    admin.call('try-webhook', { params: { webhook_id: webhookId } }),
  );
  const sourceId = await addSource(admin, 'source.csv', 'http://localhost:9/a.csv');
  const own = {
    ...journey,
    sourceId,
    spareSourceId: sourceId,
    webhookId,
    deliveryId,
    spareWebhookId: webhookId,
    exportId,
    spareExportId: exportId,
    spareIndexId: 'idx_none',
    projectId: project.project_id,
    spareProjectId: project.project_id,
    searchId: search.search_id,
    spareSearchId: search.search_id,
    listId: list.list_id,
    spareListId: list.list_id,
    orgId: admin.orgId,
    authUserId: admin.authUserId,
    email: admin.email,
    memberEmail: member.email,
    memberUserId: team.items.find(({ email }) => email === member.email)!.user_id,
    keyId: keys[journey.indexId]![0]!.id,
    apiKey,
    newFile: 'new.csv',
    uploadId: begun.upload_id,
    uploadToken: begun.upload_token,
    spareThreadId: spare.threadId,
  };
  await changeRows(admin, journey);
  const always: EndpointName[] = ['query-index', 'remove-user'];
  const sendAll = async (names: readonly EndpointName[]) => {
    for (const name of names) {
      for (const request of requests[name](own)) {
        await retryStep(async () => {
          const { status, text } = await send(name, request, admin.idToken);
          // What a try did before it failed may refuse the next. No answer at all is what a function owes.
          if (status >= 500) throw new Error(`${name}: ${status} ${text}`);
          if (status === successStatus(contract[name])) return;
          expect(status, `${name}: ${text}`).toBeGreaterThanOrEqual(300);
        });
      }
    }
  };
  const names = (Object.keys(requests) as EndpointName[]).filter(
    (name) => isWanted(name) || always.includes(name),
  );
  const isDeletion = (name: EndpointName) => /^(delete|abort|remove-user|erase|sign)/.test(name);
  const others = names.filter((name) => !isDeletion(name));
  // As if several pages were open: who waits for an answer of one does not wait for the others.
  const pages = Object.values(Object.groupBy(others, (name) => contract[name].tag));
  await Promise.all(pages.map((page) => sendAll(page)));
  await sendAll(names.filter(isDeletion));
}

/**
 * What was acknowledged and is not there.
 * @param mayMailTwice SES knows no repeated request: a mail whose sender hears no answer is sent again
 */
export async function lostOf(
  { admin, ...journey }: Journey,
  mayMailTwice: boolean,
): Promise<string[]> {
  const { call } = await renewed(admin);
  const lost: string[] = [];
  const index = await retryStep(() => getIndex({ ...admin, call }, journey.indexId));
  if (index?.status !== 'Active' || index.rows !== 6) lost.push(`index: ${JSON.stringify(index)}`);
  const failed = await retryStep(() => getIndex({ ...admin, call }, journey.failedIndexId));
  if (failed?.status !== 'Failed') lost.push(`failed index: ${JSON.stringify(failed)}`);
  const file = await retryStep(() =>
    call('get-dataset-files', { query: { key: journey.fileKey } }),
  );
  if (!('data' in file) || file.data !== animals) lost.push(`file: ${JSON.stringify(file)}`);
  const { id: export_id, apiKey } = journey.catalogExport;
  const params = { index_id: 'arxiv', export_id };
  const written = await retryStep(() => call('get-search-export', { params, apiKey }));
  if (written.status !== 'ready' || !written.rows) lost.push(`export: ${JSON.stringify(written)}`);
  const { items: sources } = await retryStep(() => call('list-dataset-sources', {}));
  const fetched = sources.find(({ source_id }) => source_id === journey.fetchedSourceId);
  const copy = await retryStep(() =>
    call('get-dataset-files', { query: { key: fetched!.dataset_id } }),
  );
  if (!('data' in copy) || copy.data !== animals) lost.push(`source: ${JSON.stringify(fetched)}`);
  const run = await retryStep(() =>
    call('get-chat-run', { params: { id: journey.threadId, runId: journey.runId } }),
  );
  // Nobody answers its calls of tools while the clock goes forward, so it may expire.
  if (!['completed', 'expired'].includes(run.status)) lost.push(`run: ${JSON.stringify(run)}`);
  const { items } = await retryStep(() => call('list-audit', { query: {} }));
  const recorded = JSON.stringify(items);
  for (const id of [journey.indexId, journey.fileKey])
    if (!recorded.includes(id)) lost.push(`audit of ${id}`);
  const subjects = (await readMailbox(origin(), admin.email)).map(({ subject }) => subject);
  for (const promised of [
    /^Your index .* is ready$/,
    /^Your index .* could not be built$/,
    /report for .* is ready$/,
    /^Your data is ready/,
  ]) {
    const times = subjects.filter((subject) => promised.test(subject)).length;
    if (times === 0 || (times > 1 && !mayMailTwice)) lost.push(`${times} mails ${promised}`);
  }
  const suppressed = `SUPPRESSED#${personHash(journey.bouncing)}`;
  if (!(await readItems()).some(({ pk }) => pk === suppressed)) lost.push('a suppression');
  return lost;
}
