import { logger } from '#functions/runtime/log.ts';
import {
  deleteFileVersion,
  headCatalogFile,
  headFile,
  isCatalogFile,
  isOwnFile,
} from '#functions/store/datasets-bucket.ts';
import { type DepartedUploader, listDeparted } from '#functions/store/departed-uploaders.ts';

/** The bucket tells whole seconds, by a clock of its own. */
export const clockSkewMs = 5000;

type FoundFile = NonNullable<Awaited<ReturnType<typeof headFile>>>;

/**
 * A file of an organisation for use: its size, date and version, or `undefined` when there is none. Versions
 * that somebody uploaded who had left by then are removed first, and the one before them comes back.
 */
export async function findOwnFile(orgId: string, key: string): Promise<FoundFile | undefined> {
  if (!isOwnFile(orgId, key)) return undefined;
  return (await removeLateUploads(key, await listDeparted(orgId))).file;
}

/** The same of a file that may be a catalogue's. */
export const findDataset = (orgId: string, key: string): Promise<FoundFile | undefined> =>
  isCatalogFile(key) ? headCatalogFile(key) : findOwnFile(orgId, key);

/** Removes the newest versions of a file for as long as they came from people after their departure. */
export async function removeLateUploads(
  key: string,
  left: readonly DepartedUploader[],
): Promise<{ file: FoundFile | undefined; removed: boolean }> {
  let file = await headFile(key);
  let removed = false;
  while (file?.versionId && isLate(file, left)) {
    await deleteFileVersion(key, file.versionId);
    logger.warn('late upload removed', { uploader: file.uploadedBy });
    removed = true;
    file = await headFile(key);
  }
  return { file, removed };
}

/** In doubt it is late: who uploads in the last seconds of a membership can be asked to do it again. */
const isLate = ({ modifiedAt, uploadedBy }: FoundFile, left: readonly DepartedUploader[]) =>
  left.some(
    ({ user_id, since }) =>
      user_id === uploadedBy && modifiedAt.getTime() + clockSkewMs >= Date.parse(since),
  );
