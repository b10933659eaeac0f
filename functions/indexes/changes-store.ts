/** What has changed in the rows of an index since it was built: files below `changes/` in the folder of its build. */
import { chargeAttempts, isAllowed } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { tryWrite, update } from '#core/storage/writes.ts';
import {
  type Changes,
  type GivenChanges,
  IndexWriter,
  type Manifest,
  parseChanges,
  readGiven,
  serializeChanges,
  type WrittenChanges,
} from '#engine';
import type { Embedder } from '#shared/embedder.ts';
import { indexes } from '#tables/indexes.ts';
import { embedRows, installedEmbedder } from './embedder/embed-texts.ts';
import { catalogOwner, type IndexRecord, sourceOf } from './indexes.ts';
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

/** Whether the newest build reads the file that the serving version is of, or a newer one of its name. */
const keepsDataset = (record: IndexRecord) =>
  record.org_id !== catalogOwner &&
  record.manifest_key !== undefined &&
  sourceOf(record).dataset_key === record.dataset_key;

/** Whether the build that runs takes in what is changed meanwhile: nothing says which rows of another file are meant. */
export function takesChanges(record: IndexRecord): boolean {
  const rolesOf = ({ columns_role }: Pick<IndexRecord, 'columns_role'>) =>
    Object.entries(columns_role)
      .filter(([, role]) => role !== 'ignore')
      .map(([name, role]) => `${role} ${name}`)
      .toSorted()
      .join('\n');
  return keepsDataset(record) && rolesOf(sourceOf(record)) === rolesOf(record);
}

/**
 * What the newest build must take in of the changes of the serving version. Undefined if there is nothing.
 * @param since only what came after so many batches
 */
export async function givenTo(
  record: IndexRecord,
  since?: number,
): Promise<GivenChanges | undefined> {
  const { changes_key: changesKey, manifest_key: manifestKey } = record;
  if (!changesKey || !keepsDataset(record)) return undefined;
  const folder = folderOf(manifestKey!);
  const json = Buffer.from((await getObject(changesKey))!).toString();
  const open = async (name: string, sizeBytes: number) => bucketSource(folder + name, sizeBytes);
  return readGiven(json, open, since);
}

/**
 * Opens what changes the rows of a published version.
 * @param payer the organization whose calls change rows: a call costs the installation the model. Absent in builds, whose price
 *   is told before
 */
export async function openWriter(manifestKey: string, payer?: string) {
  const { checksum, ...manifest } = await readManifest(manifestKey);
  const folder = folderOf(manifestKey);
  const isEmbedded = manifest.schema.columns.some((column) => column.isEmbedded);
  const embedder = isEmbedded ? installedEmbedder() : undefined;
  const writer = await IndexWriter.open(
    manifest,
    async (name, sizeBytes) => bucketSource(folder + name, sizeBytes),
    embedder &&
      ((texts) => (payer ? embedWithin(payer, texts, embedder) : embedRows(embedder, texts))),
  );
  return { manifest, writer, checksum };
}

/**
 * Vectors of changed rows; none once an organization has used up its `embedded_rows`. A batch that begins before that has all of
 * its vectors, and what it takes beyond the limit is owed.
 */
async function embedWithin(orgId: string, texts: readonly string[], embedder: Embedder) {
  const now = new Date();
  if (texts.length === 0) return [];
  if (!(await isAllowed('embedded_rows', orgId, now))) return texts.map(() => undefined);
  if (texts.length > 1) await chargeAttempts('embedded_rows', orgId, texts.length - 1, now);
  return embedRows(embedder, texts);
}

/** Folders with a file that searches read. */
const foldersOf = (changesKey: string | undefined, changes: Changes | undefined): string[] => [
  ...(changesKey ? [folderOf(changesKey)] : []),
  ...(changes?.deltas.map(({ segment }) => folderOf(segment.fileName)) ?? []),
];

/** Changes of a version, and where their list is. */
export interface ChangedVersion {
  readonly changesKey: string;
  readonly changes: Changes;
}

/**
 * Stores a change: its files, and then the list of all that are needed.
 * @param folder of the build
 * @param changeFolder of the change, below it
 */
export async function storeChanges(
  folder: string,
  changeFolder: string,
  { changes, files }: WrittenChanges,
): Promise<ChangedVersion> {
  await Promise.all(Array.from(files, ([name, bytes]) => putObject(folder + name, bytes)));
  const changesKey = folder + changeFolder + fileName;
  await putObject(changesKey, serializeChanges(changes));
  return { changesKey, changes };
}

/**
 * Makes stored changes those that searches find, in one write, if the index has not changed meanwhile and no build is being
 * published. Files that nothing needs any longer become superseded.
 * @param record that the changes were made from, with what it had changed before
 * @returns whether they are found
 */
export async function commitChanges(
  record: IndexRecord,
  before: Changes | undefined,
  { changesKey, changes }: ChangedVersion,
  now: Date,
): Promise<boolean> {
  const { item_id: index_id, manifest_key = '', changes_key } = record;
  const folder = folderOf(manifest_key);
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
        ConditionExpression: `manifest_key = :manifest AND ${
          changes_key ? 'changes_key = :before' : 'attribute_not_exists(changes_key)'
        } AND (attribute_not_exists(build_started_at) OR attribute_not_exists(#build.#holds))`,
        ExpressionAttributeNames: { '#rows': 'rows', '#build': 'build', '#holds': 'holds_changes' },
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
