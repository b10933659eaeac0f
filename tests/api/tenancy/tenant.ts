import { randomBytes } from 'node:crypto';
import { startReceiver } from '#tests/support/receiver.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { newEndedRun } from '../support/chat.ts';
import { waitForMail } from '../support/cognito.ts';
import { createIndex, upload, waitForBuild } from '../support/datasets.ts';
import { anonymous, type Member, newAdmin, newMember, origin } from '../support/people.ts';
import type { Objects } from './requests.ts';

/** An organization with an admin, a member, a file and a built index with a key. */
export interface Tenant {
  admin: Member;
  member: Member;
  /** The objects as the admin and the member name them. */
  objects: { admin: Objects; member: Objects };
  /** Ids by which its data is found in the stores. */
  ids: string[];
  /** Texts that nobody else may read. */
  secrets: string[];
}

export async function newTenant(): Promise<Tenant> {
  const canary = randomBytes(6).toString('hex');
  const admin = await newAdmin();
  const member = await newMember(admin);
  const own = { org_id: admin.orgId, auth_user_id: admin.authUserId };
  await admin.call('update-organization', { body: { ...own, org_name: `Org ${canary}` } });
  await member.call('update-user', {
    body: { auth_user_id: member.authUserId, full_name: `Person ${canary}` },
  });
  const content = `id,title,text\n${Array.from({ length: 8 }, (_, row) => `${row},Row ${canary},fish in the sea ${canary}\n`).join('')}`;
  const fileKey = await upload(admin, 'secret.csv', content);
  const spareFileKey = await upload(admin, 'spare.csv', content);
  const { item_id: indexId } = await createIndex(admin, `Index${canary}`, fileKey);
  await waitForBuild(admin, indexId);
  await waitForMail(origin(), admin.email, /is ready$/);
  const key = (await admin.call('list-index-keys', { query: {} }))[indexId]![0]!;
  const team = (await admin.call('list-users', { query: {} })).items;
  const memberUserId = team.find(({ email }) => email === member.email)!.user_id;
  const presigned = await admin.call('create-cli-upload', {
    body: { org_id: admin.orgId, email: admin.email, filename: 'begun.csv', filesize: 10 },
  });
  const open = await newEndedRun(anonymous(), canary);
  const exports = await Promise.all([
    newExport(indexId, key.api_key),
    newExport(indexId, key.api_key),
  ]);
  const webhooks = await newWebhooks(admin);
  const sources = await newSources(admin);
  const objects = {
    ...webhooks,
    ...sources,
    exportId: exports[0],
    spareExportId: exports[1],
    openThreadId: open.threadId,
    threadToken: open.threadToken!,
    uploadId: presigned.upload_id,
    uploadToken: presigned.upload_token,
    orgId: admin.orgId,
    memberEmail: member.email,
    memberUserId,
    indexId,
    keyId: key.id,
    apiKey: key.api_key,
    fileKey,
    spareFileKey,
    newFile: 'new.csv',
    spareIndexId: indexId,
  };
  const threads = {
    admin: await newEndedRun(admin.call, canary),
    member: await newEndedRun(member.call, canary),
  };
  const lists = { admin: await newLists(admin, canary), member: await newLists(member, canary) };
  const searches = {
    admin: await newSearches(admin, canary),
    member: await newSearches(member, canary),
  };
  const projects = {
    admin: await newProjects(admin, canary, { ...lists.admin, ...threads.admin }),
    member: await newProjects(member, canary, { ...lists.member, ...threads.member }),
  };
  return {
    admin,
    member,
    objects: {
      admin: {
        ...objects,
        ...threads.admin,
        ...lists.admin,
        ...searches.admin,
        ...projects.admin,
        threadToken: open.threadToken!,
        authUserId: admin.authUserId,
        email: admin.email,
      },
      member: {
        ...objects,
        ...threads.member,
        ...lists.member,
        ...searches.member,
        ...projects.member,
        threadToken: open.threadToken!,
        authUserId: member.authUserId,
        email: member.email,
      },
    },
    ids: [
      admin.orgId,
      admin.authUserId,
      member.authUserId,
      indexId,
      memberUserId,
      exports[0],
      webhooks.webhookId,
      webhooks.deliveryId,
      sources.sourceId,
      ...[lists.admin, lists.member].map(({ listId }) => listId),
      ...[projects.admin, projects.member].map(({ projectId }) => projectId),
      ...[searches.admin, searches.member].map(({ searchId }) => searchId),
      ...[open, threads.admin, threads.member].map(({ threadId }) => threadId),
    ],
    secrets: [canary],
  };
}

/** An export that is written. */
async function newExport(index_id: string, apiKey: string): Promise<string> {
  const call = anonymous();
  const body = { format: 'csv', request: { sort: 'rows' } } as const;
  const { export_id } = await call('create-search-export', { params: { index_id }, body, apiKey });
  await waitFor('an export', async () => {
    const now = await call('get-search-export', { params: { index_id, export_id }, apiKey });
    return now.status === 'ready';
  });
  return export_id;
}

/** Two private lists, the first with a document. */
async function newLists({ call }: Member, name: string) {
  const [{ list_id: listId }, { list_id: spareListId }] = await Promise.all([
    call('create-list', { body: { name } }),
    call('create-list', { body: { name } }),
  ]);
  await call('add-list-item', {
    params: { list_id: listId },
    body: { index_id: 'us_patents', id: 'US-99030012-B2', title: name },
  });
  return { listId, spareListId };
}

/** Two confidential projects, the first with a list and a conversation. */
async function newProjects(
  { call }: Member,
  name: string,
  { listId, threadId }: { listId: string; threadId: string },
) {
  const body = { name, about: name, confidential: true };
  const [{ project_id }, { project_id: spareProjectId }] = await Promise.all([
    call('create-project', { body }),
    call('create-project', { body }),
  ]);
  const params = { project_id };
  await call('add-project-list', { params, body: { list_id: listId } });
  await call('add-project-conversation', { params, body: { thread_id: threadId } });
  return { projectId: project_id, spareProjectId };
}

/** Two saved searches. */
async function newSearches({ call }: Member, name: string) {
  const search = { index_id: 'us_patents', text: name, syntax: 'words', filters: [] } as const;
  const [{ search_id: searchId }, { search_id: spareSearchId }] = await Promise.all([
    call('create-saved-search', { body: { name, ...search } }),
    call('create-saved-search', { body: { name, ...search } }),
  ]);
  return { searchId, spareSearchId };
}

/** Two webhooks, the first with a delivery that has arrived, so that nothing of it changes later. */
async function newWebhooks({ call }: Member) {
  const { url } = await startReceiver();
  const body = { url: `${url}/hook`, events: ['index.failed' as const] };
  const first = await call('create-webhook', { body });
  const second = await call('create-webhook', { body });
  const params = { webhook_id: first.webhook.webhook_id };
  const { delivery_id } = await call('try-webhook', { params });
  await waitFor('a delivery', async () => {
    const { items } = await call('list-webhook-deliveries', { params, query: {} });
    return items.every(({ status }) => status === 'delivered');
  });
  return {
    webhookId: params.webhook_id,
    deliveryId: delivery_id,
    spareWebhookId: second.webhook.webhook_id,
  };
}

/** Two sources of datasets, which have failed, so that nothing of them changes later. */
async function newSources({ call }: Member) {
  const url = `${origin()}/api/none`;
  const [{ source_id: sourceId }, { source_id: spareSourceId }] = await Promise.all([
    call('create-dataset-source', { body: { filename: 'source.csv', url } }),
    call('create-dataset-source', { body: { filename: 'spare-source.csv', url } }),
  ]);
  await waitFor('sources that have failed', async () => {
    const { items } = await call('list-dataset-sources', {});
    return items.every(({ state }) => state === 'failed');
  });
  return { sourceId, spareSourceId };
}

/** The same objects as targets of somebody else. */
export const asForeign = (objects: Objects): Objects => ({
  ...objects,
  newFile: `../${objects.orgId}/new.csv`,
});
