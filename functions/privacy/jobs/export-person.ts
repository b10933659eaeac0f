import { strToU8, zipSync } from 'fflate';
import { logger } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { listAuditOf } from '#core/storage/audit.ts';
import { savedSearchesBy } from '#functions/alerts/index.ts';
import { listAllThreads, listItems, toMessage, toThread } from '#functions/assistant/index.ts';
import { getBilling } from '#functions/billing/index.ts';
import { fileNameOf, listFiles, listFilesBy } from '#functions/datasets/index.ts';
import { searchExportsBy } from '#functions/exports/index.ts';
import { listIndexesOf } from '#functions/indexes/index.ts';
import { listEntriesBy } from '#functions/lists/index.ts';
import { enqueueMail } from '#functions/mail/index.ts';
import { getSubscriber } from '#functions/outreach/index.ts';
import {
  findAccount,
  getOrganization,
  getUser,
  managementKeysBy,
  type UserRecord,
} from '#functions/people/index.ts';
import { projectEntriesBy } from '#functions/projects/index.ts';
import {
  listMarksBy,
  listReportsBy,
  listRequestsOf,
  listSharesBy,
} from '#functions/reports/index.ts';
import { listSearchesOf } from '#functions/search/index.ts';
import { limits } from '#shared/limits.ts';
import { getDataExport, markExportReady } from '../data-exports.ts';
import { exportMessage } from '../export-queue.ts';
import { putArchive, removeArchive } from '../exports-bucket.ts';

/** Makes the archive that somebody asked for, and sends them a mail. Every step may be repeated. */
export const handler = queueHandler(exportMessage, ({ export_id, auth_user_id }) =>
  exportPerson(export_id, auth_user_id),
);

async function exportPerson(exportId: string, authUserId: string): Promise<void> {
  const user = await getUser(authUserId);
  const wanted = user && (await getDataExport(user.item_id));
  if (!user || wanted?.export_id !== exportId) {
    logger.info('export not wanted any more', { export: exportId });
    return;
  }
  // Everybody who asks again sends a message, but each request has one archive.
  if (!wanted.ready_at && !(await makeArchive(user, exportId))) return;
  await enqueueMail({
    template: 'export-ready',
    dedupeKey: `export-ready/${exportId}`,
    to: user.email,
    data: { days: limits.exportDays },
  });
  logger.info('export ready', { export: exportId });
}

/** Gives `false` if the archive is not wanted any more. */
async function makeArchive(user: UserRecord, exportId: string): Promise<boolean> {
  const now = new Date();
  await putArchive(user.item_id, exportId, archive(await gather(user), now));
  const isReady = await markExportReady(user.item_id, exportId, now);
  // Either the person was erased meanwhile, so no copy may stay, or a newer request replaces this one.
  if (!isReady) await removeArchive(user.item_id, exportId);
  return isReady;
}

/** The stored data of one person as the files of their archive, by name. */
async function gather(user: UserRecord): Promise<Record<string, unknown>> {
  const { org_id } = user;
  const account = await findAccount(user.auth_user_id);
  const own = {
    'profile.json': { ...user, sign_in: account },
    'conversations.json': await conversationsOf(user),
    'searches.json': await searchesOf(user),
    'newsletter.json': { subscribed_since: (await getSubscriber(user.email))?.confirmed_at },
    'report-requests.json': await reportRequestsOf(user),
  };
  if (!org_id) return own;
  return {
    ...own,
    'organization.json': { ...(await getOrganization(org_id)), your_role: user.role },
    ...(user.role === 'admin' && { 'billing.json': await billingOf(org_id) }),
    'datasets.json': await datasetsOf(org_id, user),
    'indexes.json': await indexesOf(org_id, user),
    'activity.json': await activityOf(org_id, user),
    'report-marks.json': await listMarksBy(org_id, user.item_id),
    'reports.json': await reportsOf(org_id, user),
    'saved-searches.json': await savedSearchesBy(org_id, user.item_id),
    'search-exports.json': await searchExportsBy(org_id, user.item_id),
    'projects.json': await projectEntriesBy(org_id, user.item_id),
    'management-keys.json': await managementKeysBy(org_id, user.auth_user_id),
    'lists.json': await listEntriesBy(org_id, user.item_id),
  };
}

/** Every conversation with the assistant, as the chat page shows it. */
async function conversationsOf({ item_id }: UserRecord) {
  const conversations: unknown[] = [];
  for (const thread of await listAllThreads(item_id)) {
    const messages = (await listItems(thread.thread_id)).flatMap((item) => toMessage(item) ?? []);
    conversations.push({ ...toThread(thread), messages });
  }
  return conversations;
}

/** The person's part of the search history. */
async function searchesOf({ item_id, org_id }: UserRecord) {
  const searches = await listSearchesOf(item_id, org_id);
  return searches.map(({ owner, day, expires_at, ...search }) => search);
}

/** Reports that the person still waits for. An address is forgotten when its mail is sent. */
async function reportRequestsOf({ email }: UserRecord) {
  const requests = await listRequestsOf(email);
  return requests.map(({ kind, ucid, requested_at }) => ({ kind, ucid, requested_at }));
}

/** Reports that stand in the organization's list by the person, and links that they shared. */
async function reportsOf(orgId: string, { item_id }: UserRecord) {
  const listed = await listReportsBy(orgId, item_id);
  const shares = await listSharesBy(orgId, item_id);
  return {
    listed: listed.map(({ kind, ucid, at }) => ({ kind, ucid, at })),
    shared: shares.map(({ kind, ucid, audience, marks, at, ends_at, revoked_at }) => ({
      kind,
      ucid,
      audience,
      marks,
      at,
      ends_at,
      revoked_at,
    })),
  };
}

/** Stored payment data, for admins only. The invoices are on the subscription page. */
async function billingOf(orgId: string) {
  const { stripe_customer_id, payment_method } = (await getBilling(orgId)) ?? {};
  return { stripe_customer_id, payment_method };
}

/** Files that the person uploaded; for admins a list of all, for they decide about them. */
async function datasetsOf(orgId: string, { item_id, role }: UserRecord) {
  const own = await listFilesBy(orgId, item_id);
  const listed: unknown[] = [];
  let after: string | undefined;
  do {
    const page = await listFiles(orgId, 1000, after);
    for (const { key, sizeBytes, modifiedAt } of page.files) {
      const uploaded_by_you = own.has(key);
      if (!uploaded_by_you && role !== 'admin') continue;
      const name = fileNameOf(key);
      listed.push({ name, size_bytes: sizeBytes, uploaded_at: modifiedAt, uploaded_by_you });
    }
    after = page.next;
  } while (after !== undefined);
  return listed;
}

async function indexesOf(orgId: string, { item_id, role }: UserRecord) {
  const all = await listIndexesOf(orgId);
  return all
    .map((index) => ({ index, created_by_you: index.author_id === item_id }))
    .filter(({ created_by_you }) => created_by_you || role === 'admin')
    .map(({ index: { item_id: id, name, created_at, dataset_key, rows }, created_by_you }) => ({
      id,
      name,
      created_at,
      rows,
      dataset: fileNameOf(dataset_key),
      created_by_you,
    }));
}

/** Names of other people are left out, because they are those people's data. */
async function activityOf(orgId: string, user: UserRecord) {
  const entries = await listAuditOf(orgId, user);
  return entries.map(({ person, ...entry }) => ({
    ...entry,
    done_by_you: person.user_id === user.item_id,
  }));
}

const explanations: Record<string, string> = {
  'profile.json': 'your account: name, address, role, when it was made',
  'conversations.json': 'what you asked the assistant, and what it answered',
  'searches.json': 'your searches on the search page and in the chat, as far as they are kept',
  'newsletter.json': 'since when you get the newsletter, if you do',
  'organization.json': 'the organization that you belong to',
  'datasets.json': 'files that you uploaded; for admins, all files of the organization',
  'indexes.json': 'indexes that you created; for admins, all indexes of the organization',
  'report-requests.json': 'reports that you wait for',
  'report-marks.json': 'what you marked in the reports of your organization',
  'reports.json': 'reports that you asked for last, and links to reports that you shared',
  'saved-searches.json': 'the searches that you saved, and when their alerts mail',
  'search-exports.json':
    'exports of search results that you began on pages, while their files are kept',
  'projects.json':
    'projects that you are a member of, and what you added and did in projects of your organization',
  'management-keys.json': 'management keys that act for you, without their texts',
  'lists.json': 'your lists, and what you added to lists of your organization',
  'activity.json': 'what the audit trail tells of you',
};

function readme(files: readonly string[], now: Date): string {
  return [
    'Your data at Antecede',
    `Made on ${now.toISOString()}`,
    '',
    ...files.map((name) => `${name}: ${explanations[name]}`),
    '',
    'All files are JSON in UTF-8; times are UTC. Passwords and API keys are not among them: we keep',
    'passwords only in a form that cannot be read back, and keys belong to the organization, which',
    'finds them on the pages of its indexes. Contents of datasets belong to the organization too.',
    '',
  ].join('\r\n');
}

/** The archive that people get: their data as JSON, and a text that explains it. */
function archive(files: Record<string, unknown>, now: Date): Uint8Array {
  const contents = Object.entries(files).map(
    ([name, content]) => [name, strToU8(JSON.stringify(content, null, 2))] as const,
  );
  return zipSync(
    { 'README.txt': strToU8(readme(Object.keys(files), now)), ...Object.fromEntries(contents) },
    { mtime: now },
  );
}
