import * as engine from '#engine';
import {
  type ChangedVersion,
  givenTo,
  newChangeFolder,
  openWriter,
  storeChanges,
  takesChanges,
} from './changes-store.ts';
import type { IndexRecord } from './indexes.ts';
import { folderOf } from './indexes-bucket.ts';

/** What a version that is built has of the changes that the serving one has got. */
export interface Carried {
  /** Batches of the serving version. */
  readonly batches: number;
  /** What they change in rows of the new one. Absent if its dataset has them all. */
  readonly version?: ChangedVersion;
}

/**
 * Takes in what has changed in the rows of the serving version since a build has read them.
 * @param record as it is now
 * @param manifestKey the version that was built, which is not published yet
 * @param has what it has already
 * @param isOnCluster whether searches will find it on the cluster
 * @throws DatasetError if the new version has no place for them
 */
export async function carryChanges(
  record: IndexRecord,
  manifestKey: string,
  has: Carried,
  isOnCluster: boolean,
): Promise<Carried> {
  if (!takesChanges(record)) return has;
  const given = await givenTo(record, has.batches);
  if (!given || given.batches === has.batches) return has;
  if (isOnCluster) {
    throw new engine.DatasetError(
      'not_changeable',
      'Rows of the index were changed while it was built for the search cluster, which takes no changes. Build it again; the build takes them in.',
    );
  }
  const { writer } = await openWriter(manifestKey);
  const batch = {
    upserts: engine.asRowsOf(writer.header, given),
    deletes: [...given.deleted],
  };
  const changeFolder = newChangeFolder();
  const written = await writer
    .write(has.version?.changes, given.key, batch, changeFolder)
    .catch(asDatasetError);
  const version = await storeChanges(folderOf(manifestKey), changeFolder, written);
  return { batches: given.batches, version };
}

/** Of a newer file with other columns, say. */
function asDatasetError(error: unknown): never {
  if (!(error instanceof engine.QueryError)) throw error;
  const message = `Rows that were changed while the index was built cannot be taken in: ${error.message}`;
  throw new engine.DatasetError('not_changeable', message);
}
