/**
 * Index records. `build_id` is a fence: only the newest build of an index may report progress or publish,
 * so an abandoned build cannot overwrite a later one.
 */

import { queryAll, queryPage } from '#core/storage/queries.ts';
import { getRecord, getRecords } from '#core/storage/records.ts';
import { put, type TransactItems, tryOverwrite, tryWrite, update } from '#core/storage/writes.ts';
import { type CatalogId, catalogIds, isCatalog } from '#shared/catalogs.ts';
import type { Index } from '#shared/contract/indexes.ts';
import type { RecordOf } from '#tables/define-table.ts';
import {
  type BuildPlacement,
  type BuildSource,
  type BuildState,
  indexes,
  type WorkDone,
} from '#tables/indexes.ts';
import { listed, listingValues, relisted } from './index-listing.ts';
import { supersession } from './superseded-builds.ts';

export type { BuildPlacement };
export type IndexRecord = RecordOf<typeof indexes.index>;

/** Organization that owns the catalogues. No user belongs to it. */
export const catalogOwner = 'catalog';

/** What the newest build of an index reads. */
export const sourceOf = (record: IndexRecord): BuildSource => record.build.source ?? record;

/** State of a build before its first step. */
export const newBuild: BuildState = {
  stage: 'queued',
  rows_total: 0,
  rows_trained: 0,
  pieces: {},
  done: { bytes: 0, rows: 0, rejects: 0, loaded: 0 },
};

export class StaleBuildError extends Error {
  constructor(indexId: string, buildId: string) {
    super(`Build ${buildId} of index ${indexId} is not its newest build any more`);
    this.name = 'StaleBuildError';
  }
}

/** An index that was published once stays Active, even if a later build fails. */
export function statusOf(record: Pick<IndexRecord, 'manifest_key' | 'failure'>): Index['status'] {
  if (record.manifest_key) return 'Active';
  return record.failure ? 'Failed' : 'Processing';
}

const runningKeys = (startedAt: string) => indexes.runningBuilds.keys({ started_at: startedAt });

const putIndex = (record: IndexRecord, condition: Parameters<typeof put>[4]) =>
  put(
    'dynamodb:PutItem Indexes',
    indexes.index,
    {
      ...indexes.index.key({ index_id: record.item_id }),
      ...indexes.byCreation.keys(record),
      ...(record.build_started_at ? runningKeys(record.build_started_at) : {}),
    },
    record,
    condition,
  );

/** Names what searches of an index find: its build, or the last change of its rows. Undefined before it is built. */
export const versionOf = ({ manifest_key, changes_key }: IndexRecord): string | undefined =>
  changes_key ?? manifest_key;

export const getIndex = (indexId: string): Promise<IndexRecord | undefined> =>
  getRecord('dynamodb:GetItem Indexes', indexes.index, { index_id: indexId });

/** Id of the index of an organization that has this name, in any case. */
export async function findIndexByName(orgId: string, name: string): Promise<string | undefined> {
  const listing = await getRecord(
    'dynamodb:GetItem Indexes',
    indexes.listing,
    listingValues({ org_id: orgId, name }),
    { consistent: false },
  );
  return listing?.index_id;
}

/** The records that exist, in the order of the ids. */
export async function getIndexes(indexIds: readonly string[]): Promise<IndexRecord[]> {
  const found = await getRecords(
    'dynamodb:BatchGetItem Indexes',
    indexes.index,
    indexIds.map((index_id) => ({ index_id })),
  );
  const byId = new Map(found.map(({ record }) => [record.item_id, record]));
  return indexIds.flatMap((id) => byId.get(id) ?? []);
}

/** The catalogues that this environment has loaded and serves. */
export async function servedCatalogs(): Promise<CatalogId[]> {
  const served = (await getIndexes(catalogIds)).filter(({ manifest_key }) => manifest_key);
  return served.map(({ item_id }) => item_id).filter(isCatalog);
}

/**
 * Stores a new index together with `also` (its first API key, the audit trail).
 * @returns false if its name is taken
 */
export async function putNewIndex(record: IndexRecord, also: TransactItems): Promise<boolean> {
  const refusal = await tryWrite([
    listed({ ...record, status: statusOf(record) }),
    putIndex(record, { ConditionExpression: 'attribute_not_exists(pk)' }),
    ...also,
  ]);
  return !refusal;
}

/**
 * Creates the record of a catalogue, or replaces the one that the caller has read. A running build is
 * abandoned: `abandoned` is its folder.
 * @throws StaleBuildError when the record has changed meanwhile
 */
export async function putCatalogIndex(
  record: IndexRecord,
  existing: IndexRecord | undefined,
  abandoned: string | undefined,
): Promise<void> {
  // A delivery that is served meanwhile changes nothing but the version of the documents.
  const documents = existing?.documents_version;
  const condition = existing
    ? {
        ConditionExpression: `build_id = :build_id AND modified_at = :modified_at AND ${
          documents ? 'documents_version = :documents' : 'attribute_not_exists(documents_version)'
        }`,
        ExpressionAttributeValues: {
          ':build_id': existing.build_id,
          ':modified_at': existing.modified_at,
          ...(documents && { ':documents': documents }),
        },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
  const ofIndex = { index_id: record.item_id };
  const also = abandoned
    ? [supersession({ ...ofIndex, folder: abandoned }, new Date(record.modified_at))]
    : [];
  const refusal = await tryWrite([putIndex(record, condition), ...also]);
  if (refusal) throw new StaleBuildError(record.item_id, existing?.build_id ?? 'none');
}

/**
 * Changes a record on behalf of a build.
 * @param set values by attribute path (`build.stage`)
 * @param condition must hold too, with further values
 * @param also is written in the same transaction
 * @throws StaleBuildError when a newer build has begun
 */
async function updateForBuild(
  { index_id, build_id }: BuildRef,
  set: Record<string, unknown>,
  remove: readonly string[] = [],
  {
    condition,
    values = {},
    also = [],
  }: { condition?: string; values?: Record<string, unknown>; also?: TransactItems } = {},
): Promise<void> {
  const paths = Object.keys(set);
  const alias = (path: string) =>
    path
      .split('.')
      .map((name) => `#${name}`)
      .join('.');
  const expression = `SET ${paths.map((path, position) => `${alias(path)} = :${position}`).join(', ')}`;
  const change = update(
    'dynamodb:UpdateItem Indexes',
    indexes.index,
    { index_id },
    {
      UpdateExpression: remove.length
        ? `${expression} REMOVE ${remove.map(alias).join(', ')}`
        : expression,
      ConditionExpression: ['build_id = :build_id', ...(condition ? [condition] : [])].join(
        ' AND ',
      ),
      ExpressionAttributeNames: Object.fromEntries(
        [...paths, ...remove].flatMap((path) => path.split('.')).map((name) => [`#${name}`, name]),
      ),
      ExpressionAttributeValues: {
        ...Object.fromEntries(paths.map((path, position) => [`:${position}`, set[path]])),
        ':build_id': build_id,
        ...values,
      },
    },
  );
  // Progress is written often, so it costs the half.
  const isWritten =
    also.length === 0 ? await tryOverwrite(change) : !(await tryWrite([change, ...also]));
  if (!isWritten) throw new StaleBuildError(index_id, build_id);
}

/** One build of one index. */
export interface BuildRef {
  index_id: string;
  build_id: string;
}

const refOf = ({ item_id, build_id }: IndexRecord): BuildRef => ({ index_id: item_id, build_id });

/** The change of the lists that belongs to a change of the record. */
const relistedAs = (record: IndexRecord, change: Partial<IndexRecord>): TransactItems => {
  const changed = { ...record, ...change };
  return record.org_id === catalogOwner
    ? []
    : [relisted({ ...changed, status: statusOf(changed) })];
};

/**
 * Begins a new build after one that has ended. The published version keeps serving.
 * @param previous the record that the caller has read
 * @param rebuild without `notify_email` if nobody has asked for it; then `renewed_for` says for which format it is
 * @throws StaleBuildError when another build has begun, or that one has not ended
 */
export const putRebuild = (
  previous: IndexRecord,
  rebuild: { build_id: string; source: BuildSource } & (
    | { notify_email: string }
    | { renewed_for: number }
  ),
  also: TransactItems,
  now: Date,
) => {
  const { source, ...fields } = rebuild;
  return updateForBuild(
    refOf(previous),
    {
      ...fields,
      build: { ...newBuild, source },
      build_started_at: now.toISOString(),
      ...runningKeys(now.toISOString()),
    },
    'notify_email' in rebuild ? ['failure'] : ['failure', 'notify_email'],
    {
      condition: 'attribute_not_exists(build_started_at)',
      also: [...also, ...relistedAs(previous, { failure: undefined })],
    },
  );
};

export const setStage = (build: BuildRef, stage: BuildState['stage']) =>
  updateForBuild(build, { 'build.stage': stage });

export const setPlanned = (build: BuildRef, rows: number, placement: BuildPlacement) =>
  updateForBuild(build, {
    'build.rows_total': rows,
    'build.placement': placement,
    'build.pieces': {},
  });

/** From now on, no change of rows is committed until the build has ended. */
export const holdChanges = (build: BuildRef) =>
  updateForBuild(build, { 'build.holds_changes': true });

export const setRowsTrained = (build: BuildRef, rows: number) =>
  updateForBuild(build, { 'build.rows_trained': rows });

/** Records that a step has begun a part or segment. */
export const beginPiece = (build: BuildRef, stage: BuildState['stage'], piece: number) =>
  updateForBuild(build, { 'build.stage': stage, [`build.pieces.${piece}`]: {} });

export const setPiece = (build: BuildRef, piece: number, work: Partial<WorkDone>) =>
  updateForBuild(build, { [`build.pieces.${piece}`]: work });

/**
 * Adds a part or segment to what is done. A step that is repeated after its answer was lost has no piece any more, and
 * adds nothing.
 */
export async function endPiece(
  { index_id, build_id }: BuildRef,
  piece: number,
  work: Partial<WorkDone>,
): Promise<void> {
  const totals = Object.keys(work).map((name) => `#build.#done.#${name}`);
  const change = update(
    'dynamodb:UpdateItem Indexes',
    indexes.index,
    { index_id },
    {
      UpdateExpression: `SET ${totals.map((path, i) => `${path} = ${path} + :${i}`).join(', ')} REMOVE #build.#pieces.#piece`,
      ConditionExpression: 'build_id = :build_id AND attribute_exists(#build.#pieces.#piece)',
      ExpressionAttributeNames: {
        '#build': 'build',
        '#pieces': 'pieces',
        '#piece': String(piece),
        '#done': 'done',
        ...Object.fromEntries(Object.keys(work).map((name) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: {
        ':build_id': build_id,
        ...Object.fromEntries(Object.values(work).map((amount, i) => [`:${i}`, amount])),
      },
    },
  );
  // Refused if it was added before, or if a newer build has begun, as the next step will say.
  await tryOverwrite(change);
}

/**
 * Switches queries to the new index, in one write.
 * @param record of the build
 */
export const publishBuild = (
  record: IndexRecord,
  published: {
    manifestKey: string;
    firstReads: number[];
    formatVersion: number;
    rows: number;
    rejects: number;
    source: BuildSource;
    columnsType: IndexRecord['columns_type'];
    vectorDimensions?: number | undefined;
    /** What has changed in its rows already. */
    changesKey?: string;
    /** Folder of the version that served until now. */
    supersedes?: string;
    now: Date;
  },
) => {
  const { manifestKey: manifest_key, changesKey, vectorDimensions, supersedes, now } = published;
  const { documents_version, chosen_types, columns_use, embed, vector_weight, reading } =
    published.source;
  const modified_at = now.toISOString();
  const set: Record<string, unknown> = {
    dataset_key: published.source.dataset_key,
    dataset_size: published.source.dataset_size,
    columns_role: published.source.columns_role,
    columns_data: published.source.columns_data,
    columns_type: published.columnsType,
    manifest_key,
    first_reads: published.firstReads,
    format_version: published.formatVersion,
    rows: published.rows,
    rejects: published.rejects,
    modified_at,
    'build.stage': 'done',
  };
  if (documents_version) set.documents_version = documents_version;
  if (chosen_types) set.chosen_types = chosen_types;
  if (columns_use) set.columns_use = columns_use;
  if (embed !== undefined) set.embed = embed;
  if (vector_weight !== undefined) set.vector_weight = vector_weight;
  if (vectorDimensions !== undefined) set.vector_dimensions = vectorDimensions;
  if (reading) set.reading = reading;
  if (changesKey) set.changes_key = changesKey;
  return updateForBuild(
    refOf(record),
    set,
    [
      'failure',
      'build.source',
      'build.holds_changes',
      'build_started_at',
      'gsi2pk',
      'gsi2sk',
      ...(columns_use ? [] : ['columns_use']),
      ...(vector_weight === undefined ? ['vector_weight'] : []),
      ...(vectorDimensions === undefined ? ['vector_dimensions'] : []),
      ...(changesKey ? [] : ['changes_key']),
    ],
    {
      also: [
        ...relistedAs(record, { manifest_key, modified_at }),
        ...(supersedes === undefined
          ? []
          : [supersession({ index_id: record.item_id, folder: supersedes }, now)]),
      ],
    },
  );
};

/**
 * Serves another version of a catalogue's documents at once, without a build. A build of the documents that it replaces publishes
 * it, too.
 * @param record of which no build has other documents
 * @param replaces the version that serves until now
 * @throws StaleBuildError when another version serves, another build has begun, or one is being published
 */
export const serveDocuments = (record: IndexRecord, version: string, replaces: string) =>
  updateForBuild(
    refOf(record),
    {
      documents_version: version,
      ...(record.build.source?.documents_version === replaces && {
        'build.source.documents_version': version,
      }),
    },
    [],
    {
      condition:
        'documents_version = :replaces AND NOT (build.stage = :publishing AND attribute_exists(build_started_at))',
      values: { ':replaces': replaces, ':publishing': 'publishing' },
    },
  );

/**
 * Ends a build without a change of the published version. Its files become superseded.
 * @param record of the build
 */
export const failBuild = (record: IndexRecord, failure: string, folder: string, now: Date) => {
  const modified_at = now.toISOString();
  return updateForBuild(
    refOf(record),
    { failure, modified_at },
    ['build_started_at', 'gsi2pk', 'gsi2sk'],
    {
      also: [
        ...relistedAs(record, { failure, modified_at }),
        supersession({ index_id: record.item_id, folder }, now),
      ],
    },
  );
};

/**
 * Ends a build as its customer wishes. Its files become superseded, and its steps stop at their next write.
 * @param record of the build
 * @param cancelled the folder of the build, and a new id that no step has
 * @throws StaleBuildError when the build has ended
 */
export const cancelBuild = (
  record: IndexRecord,
  { build_id, folder }: { build_id: string; folder: string },
  also: TransactItems[number],
  now: Date,
) => {
  const changed = { failure: 'The build was stopped.', modified_at: now.toISOString() };
  return updateForBuild(
    refOf(record),
    { ...changed, build_id },
    ['build_started_at', 'gsi2pk', 'gsi2sk'],
    {
      condition: 'attribute_exists(build_started_at)',
      also: [
        also,
        ...relistedAs(record, changed),
        supersession({ index_id: record.item_id, folder }, now),
      ],
    },
  );
};

/** Builds that began before a moment and have not ended, oldest first; at most 100. */
export async function listRunningBuilds(startedBefore: Date): Promise<IndexRecord[]> {
  const { found } = await queryPage(
    'dynamodb:Query Indexes',
    indexes.runningBuilds,
    {},
    { range: { below: startedBefore.toISOString() }, limit: 100 },
  );
  return found.map(({ record }) => record);
}

/** How many builds of an organization began before a moment and have not ended. */
export async function countOlderBuilds(orgId: string, startedBefore: string): Promise<number> {
  const found = await queryAll(
    'dynamodb:Query Indexes',
    indexes.runningBuilds,
    {},
    {
      range: { below: startedBefore },
      filter: { expression: 'org_id = :org_id', values: { ':org_id': orgId } },
    },
  );
  return found.length;
}
