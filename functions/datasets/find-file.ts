import { logger } from '#core/runtime/log.ts';
import {
  deleteFileVersion,
  headCatalogFile,
  headFile,
  isCatalogFile,
  isOwnFile,
} from './datasets-bucket.ts';
import { type DepartedUploader, listDeparted } from './departed-uploaders.ts';

/** The bucket's times are whole seconds of its own clock. */
export const clockSkewMs = 5000;

type FoundFile = NonNullable<Awaited<ReturnType<typeof headFile>>>;

/**
 * Size, date and version of an organization's file, or `undefined` if there is none. First removes versions
 * that somebody uploaded after leaving, so that the version before them is current again.
 */
export async function findOwnFile(orgId: string, key: string): Promise<FoundFile | undefined> {
  if (!isOwnFile(orgId, key)) return undefined;
  return (await removeLateUploads(key, await listDeparted(orgId))).file;
}

/** The same, also for files of catalogues. */
export const findDataset = (orgId: string, key: string): Promise<FoundFile | undefined> =>
  isCatalogFile(key) ? headCatalogFile(key) : findOwnFile(orgId, key);

/** Removes the newest versions of a file while their uploader had already left. */
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

/** In doubt the upload counts as too late. Uploads in the last seconds of a membership can be repeated. */
const isLate = ({ modifiedAt, uploadedBy }: FoundFile, left: readonly DepartedUploader[]) =>
  left.some(
    ({ user_id, since }) =>
      user_id === uploadedBy && modifiedAt.getTime() + clockSkewMs >= Date.parse(since),
  );
