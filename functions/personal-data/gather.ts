import { fileNameOf } from '#functions/datasets/file-name.ts';
import { getOrganization, type UserRecord } from '#functions/store/accounts.ts';
import { listAuditOf } from '#functions/store/audit.ts';
import { listFilesBy } from '#functions/store/datasets.ts';
import { listFiles } from '#functions/store/datasets-bucket.ts';
import { listIndexesOf } from '#functions/store/index-owners.ts';
import { findAccount } from '#functions/store/user-pool.ts';

/** What is kept about one person, as the files of their archive: name and content. */
export async function gather(user: UserRecord): Promise<Record<string, unknown>> {
  const { org_id } = user;
  const account = await findAccount(user.auth_user_id);
  const profile = { ...user, sign_in: account };
  if (!org_id) return { 'profile.json': profile };
  return {
    'profile.json': profile,
    'organization.json': { ...(await getOrganization(org_id)), your_role: user.role },
    'datasets.json': await datasetsOf(org_id, user),
    'indexes.json': await indexesOf(org_id, user),
    'activity.json': await activityOf(org_id, user),
  };
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
      ...{ id, name, created_at, rows },
      ...{ dataset: fileNameOf(dataset_key), created_by_you },
    }));
}

/** Who else acted is not told: that is their data. */
async function activityOf(orgId: string, user: UserRecord) {
  const entries = await listAuditOf(orgId, user);
  return entries.map(({ person, ...entry }) => ({
    ...entry,
    done_by_you: person.user_id === user.item_id,
  }));
}
