import { logger } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { deleteAuditOf, forgetPerson } from '#core/storage/audit.ts';
import { forgetSavedSearches, removeSavedSearchesOf } from '#functions/alerts/index.ts';
import { deleteThread, listAllThreads } from '#functions/assistant/index.ts';
import { deleteBilling, enqueueCustomerChange, getBilling } from '#functions/billing/index.ts';
import { deleteAuthorsOf, removeFilesOf, renameAuthor } from '#functions/datasets/index.ts';
import { forgetSearchExports, removeSearchExportsOf } from '#functions/exports/index.ts';
import {
  clusterPrefix,
  deleteIndexesOf,
  removeAllFromCluster,
  removeBuildsOf,
  removeKeysOf,
  renameIndexAuthor,
} from '#functions/indexes/index.ts';
import { forgetListsOf, removeListsOf } from '#functions/lists/index.ts';
import { enqueueMail } from '#functions/mail/index.ts';
import { forgetAddress } from '#functions/outreach/index.ts';
import {
  closeAccount,
  deleteManagementKeys,
  deleteTeam,
  getOrganization,
  getUser,
  listTeam,
} from '#functions/people/index.ts';
import { forgetProjectsOf, removeProjectsOf } from '#functions/projects/index.ts';
import {
  listRequestsOf,
  removeAddress,
  removeExportsOf,
  removeMarksOf,
  removeReportList,
  removeReportRequest,
  removeSharesOf,
} from '#functions/reports/index.ts';
import { deleteOwner, forgetSearchesOf } from '#functions/search/index.ts';
import { removeWebhooksOf } from '#functions/webhooks/index.ts';
import { formerMember } from '#shared/audit-actions.ts';
import { removeDataExport } from '../data-exports.ts';
import { type Erasure, enqueueErasure, erasureMessage } from '../erasure-queue.ts';
import { removeArchivesOf } from '../exports-bucket.ts';

const nextPassSeconds = 900;

/**
 * Removes the remaining data of an account whose record is deleted. Every step may be repeated: after an
 * interruption at any point the message returns and the job continues.
 */
export const handler = queueHandler(erasureMessage, erase);

async function erase(erasure: Erasure): Promise<void> {
  const { auth_user_id, item_id, org_id, passes } = erasure;
  if (await getUser(auth_user_id)) {
    logger.info('not erased: the account was kept', { user: item_id });
    return;
  }
  await closeAccount(auth_user_id);
  await removeArchivesOf(item_id);
  await removeDataExport(item_id);
  await forgetAddress(erasure.email);
  await removeAddress(erasure.email);
  for (const { thread_id } of await listAllThreads(item_id)) await deleteThread(thread_id);
  await forgetSearchesOf(item_id, org_id);
  for (const request of await listRequestsOf(erasure.email)) await removeReportRequest(request);
  const organizationEnded = org_id !== undefined && !(await getOrganization(org_id));
  if (organizationEnded) await eraseOrganization(org_id, erasure.invited);
  else if (org_id) await forgetMember(org_id, erasure);
  if (!erasure.repeated) {
    await enqueueMail({
      template: 'account-erased',
      dedupeKey: `account-erased/${item_id}`,
      to: erasure.email,
      data: { organization: organizationEnded },
    });
  }
  if (organizationEnded && passes > 1) {
    await enqueueErasure({ ...erasure, passes: passes - 1 }, nextPassSeconds);
  }
  // Ids only. `repeat-erasure` takes them after a restore.
  const org = organizationEnded ? org_id : undefined;
  logger.info('erased', { account: auth_user_id, user: item_id, org, passes });
}

/** Datasets and indexes stay with the organization, under another author's name. */
async function forgetMember(orgId: string, user: Erasure): Promise<void> {
  await renameIndexAuthor(orgId, user, formerMember);
  await renameAuthor(orgId, user.item_id, formerMember);
  await forgetListsOf(orgId, user.item_id);
  await forgetProjectsOf(orgId, user.item_id, new Date());
  await forgetSavedSearches(orgId, user.item_id);
  await forgetSearchExports(orgId, user.item_id);
  await deleteManagementKeys(orgId, user.auth_user_id);
  await forgetPerson(orgId, user);
  await enqueueCustomerChange({ org_id: orgId, former_email: user.email });
}

async function eraseOrganization(orgId: string, invited: readonly string[]): Promise<void> {
  await eraseBilling(orgId);
  await removeKeysOf(orgId);
  await deleteManagementKeys(orgId);
  const team = await listTeam(orgId);
  await deleteTeam(team);
  for (const id of [...invited, ...team.map(({ auth_user_id }) => auth_user_id)]) {
    await closeAccount(id);
  }
  await deleteIndexesOf(orgId, new Date());
  await removeAllFromCluster(`${clusterPrefix(orgId)}-`);
  await removeBuildsOf(orgId);
  await removeFilesOf(orgId);
  await deleteAuthorsOf(orgId);
  await removeMarksOf(orgId);
  await removeListsOf(orgId);
  await removeProjectsOf(orgId);
  await removeSavedSearchesOf(orgId);
  await removeSearchExportsOf(orgId);
  await removeWebhooksOf(orgId);
  await removeExportsOf(orgId);
  await removeReportList(orgId);
  await removeSharesOf(orgId);
  await deleteAuditOf(orgId);
  await deleteOwner(orgId);
}

/** The message is sent first, because without the record nobody would know the customer. */
async function eraseBilling(orgId: string): Promise<void> {
  const { stripe_customer_id, customer_request } = (await getBilling(orgId)) ?? {};
  if (stripe_customer_id) await enqueueCustomerChange({ stripe_customer_id });
  // Its creation was requested, but the answer was lost.
  else if (customer_request) {
    await enqueueCustomerChange({ org_id: orgId, email: customer_request.email });
  }
  await deleteBilling(orgId);
}
