/** What has changed in the rows of an index since it was built: files below `changes/` in the folder of its build. */
import { newId } from '#core/runtime/ids.ts';
import { tryWrite, update } from '#core/storage/writes.ts';
import { type Changes, IndexWriter, type Manifest, parseChanges, serializeChanges } from '#engine';
import { indexes } from '#tables/indexes.ts';
import type { IndexRecord } from './indexes.ts';
import { bucketSource, folderOf, getObject, putObject } from './indexes-bucket.ts';
import { readManifest } from './read-manifest.ts';
import { supersession } from './superseded-builds.ts';

/** A new folder for the files of one change, below that of its build. */
export const newChangeFolder = () => `changes/${newId('chg')}/`;

const fileName = 'changes.json';

/** Where the list of the files of a change is. */
export const changesKeyOf = (folder: string, changeId: string) =>
  `${folder}changes/${changeId}/${fileName}`;

export const changeIdOf = (changesKey: string) => changesKey.split('/').at(-2)!;

/** Undefined if there are none, or none any more. */
export async function readChanges(
  changesKey: string,
  manifest: Manifest,
): Promise<Changes | undefined> {
  const file = await getObject(changesKey);
  return file && parseChanges(Buffer.from(file).toString(), manifest);
}

/** Opens what changes the rows of a published version. */
export async function openWriter(manifestKey: string) {
  const { checksum, ...manifest } = await readManifest(manifestKey);
  const folder = folderOf(manifestKey);
  const writer = await IndexWriter.open(manifest, async (name, sizeBytes) =>
    bucketSource(folder + name, sizeBytes),
  );
  return { manifest, writer, checksum };
}

/** Folders with a file that searches read. */
const foldersOf = (changesKey: string | undefined, changes: Changes | undefined): string[] => [
  ...(changesKey ? [folderOf(changesKey)] : []),
  ...(changes?.deltas.map(({ segment }) => folderOf(segment.fileName)) ?? []),
];

/**
 * Makes changes those that searches find, in one write, if the index has not changed or begun to be built meanwhile. Their
 * files must be stored. Those that nothing needs any longer become superseded.
 * @param record that the changes were made from, with what it had changed before
 * @returns whether they are found
 */
export async function commitChanges(
  record: IndexRecord,
  before: Changes | undefined,
  changes: Changes,
  changeFolder: string,
  now: Date,
): Promise<boolean> {
  const { item_id: index_id, manifest_key = '', changes_key } = record;
  const folder = folderOf(manifest_key);
  const changesKey = folder + changeFolder + fileName;
  await putObject(changesKey, serializeChanges(changes));
  const within = (names: readonly string[]) =>
    names.map((name) => (name.startsWith(folder) ? name : folder + name));
  const needed = new Set(within(foldersOf(changesKey, changes)));
  const unneeded = within(foldersOf(changes_key, before)).filter((each) => !needed.has(each));
  const refusal = await tryWrite([
    update(
      'dynamodb:UpdateItem Indexes',
      indexes.index,
      { index_id },
      {
        UpdateExpression: 'SET changes_key = :changes, #rows = :rows',
        ConditionExpression: `manifest_key = :manifest AND attribute_not_exists(build_started_at) AND ${
          changes_key ? 'changes_key = :before' : 'attribute_not_exists(changes_key)'
        }`,
        ExpressionAttributeNames: { '#rows': 'rows' },
        ExpressionAttributeValues: {
          ':changes': changesKey,
          ':rows': changes.rowCount,
          ':manifest': manifest_key,
          ...(changes_key && { ':before': changes_key }),
        },
      },
    ),
    ...[...new Set(unneeded)].map((each) => supersession({ index_id, folder: each }, now)),
  ]);
  return !refusal;
}
