import { listTeam } from '#functions/people/index.ts';
import { formerMember } from '#shared/audit-actions.ts';
import {
  forgetFile,
  forgetPending,
  listPending,
  type PendingChange,
  recordFile,
  type StoredFile,
  setAllRecorded,
  setSeen,
} from './datasets.ts';
import { headFile, listFiles } from './datasets-bucket.ts';
import { type DepartedUploader, forgetDeparted, listDeparted } from './departed-uploaders.ts';
import { clockSkewMs, removeLateUploads } from './find-file.ts';

/**
 * From this number on, listing the bucket (a thousand files a call) costs less than one call for each file.
 */
const mostHeads = 25;
const listedAtOnce = 1000;

/**
 * Updates the records of an organization's files from the bucket: the uploads and deletions since the last
 * call, and all files at the first call. May be repeated and run concurrently.
 */
export async function recordUploads(orgId: string, now: Date): Promise<void> {
  const [{ changes, complete }, left] = await Promise.all([
    listPending(orgId),
    listDeparted(orgId),
  ]);
  const keys = [...new Set(changes.map(({ file_key }) => file_key))];
  const stored = await storedFiles(orgId, keys);
  if (left.length > 0) await removeAllLate(orgId, keys, stored, left);
  if (!complete) await recordAll(orgId);
  await Promise.all(changes.map((change) => settle(orgId, change, stored, now)));
  const over = left.filter(({ until }) => Date.parse(until) < now.getTime());
  await Promise.all(over.map((one) => forgetDeparted(orgId, one)));
}

/**
 * Removes versions that people uploaded after their departure, and puts the versions before them into
 * `stored`.
 */
async function removeAllLate(
  orgId: string,
  keys: readonly string[],
  stored: Map<string, StoredFile>,
  left: readonly DepartedUploader[],
): Promise<void> {
  const earliest = Math.min(...left.map(({ since }) => Date.parse(since)));
  for (const key of keys) {
    const found = stored.get(key);
    if (!found || found.modifiedAt.getTime() + clockSkewMs < earliest) continue;
    const { file, removed } = await removeLateUploads(key, left);
    if (!removed) continue;
    stored.delete(key);
    if (!file) continue;
    stored.set(key, { key, ...file });
    await recordFile(orgId, { key, ...file });
  }
}

async function recordAll(orgId: string): Promise<void> {
  for await (const page of everyFile(orgId)) {
    await Promise.all(page.map((file) => recordFile(orgId, file)));
  }
  await setAllRecorded(orgId);
}

async function* everyFile(orgId: string): AsyncGenerator<StoredFile[]> {
  let after: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listFiles>> = await listFiles(orgId, listedAtOnce, after);
    yield page.files;
    after = page.next;
  } while (after !== undefined);
}

/** Those of the files that are in the bucket now, by key. */
async function storedFiles(orgId: string, keys: string[]): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  if (keys.length > mostHeads) {
    for await (const page of everyFile(orgId)) for (const file of page) stored.set(file.key, file);
    return stored;
  }
  await Promise.all(
    keys.map(async (key) => {
      const head = await headFile(key);
      if (head) stored.set(key, { key, ...head });
    }),
  );
  return stored;
}

async function settle(
  orgId: string,
  change: PendingChange,
  stored: ReadonlyMap<string, StoredFile>,
  now: Date,
): Promise<void> {
  const { kind, file_key, until, seen } = change;
  const file = stored.get(file_key);
  if (!file) await forgetFile(orgId, file_key);
  else if (kind === 'UPLOAD') {
    const modifiedAt = file.modifiedAt.toISOString();
    if (modifiedAt !== seen) {
      await recordFile(orgId, file, await authorOf(orgId, change, file));
      await setSeen(orgId, change, modifiedAt);
    }
  }
  if (Date.parse(until) + clockSkewMs < now.getTime()) await forgetPending(orgId, change);
}

/**
 * The uploader of the stored version; `undefined` if it is unknown. Several people may have been allowed to
 * upload the same name, and only the last one is recorded, so the id comes from the file itself.
 */
async function authorOf(orgId: string, change: PendingChange, file: StoredFile) {
  const { author, author_id, since } = change;
  const { uploadedBy } = (await headFile(file.key)) ?? {};
  if (uploadedBy !== undefined) {
    if (uploadedBy === author_id) return { author, author_id };
    const member = (await listTeam(orgId)).find(({ item_id }) => item_id === uploadedBy);
    if (member) return { author: member.full_name, author_id: uploadedBy };
  }
  const isNew = file.modifiedAt.getTime() + clockSkewMs >= Date.parse(since);
  if (!isNew) return undefined;
  return uploadedBy === undefined ? { author, author_id } : { author: formerMember };
}
