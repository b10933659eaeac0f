/**
 * Table `Indexes`, part 2: index records.
 *
 * | access pattern              | pk               | sk            | index                              |
 * |-----------------------------|------------------|---------------|------------------------------------|
 * | index by id                 | INDEX#{index_id} | INDEX         |                                    |
 * | indexes by date of creation |                  |               | GSI1 ORG#{org_id} / created_at#id  |
 * | builds that run             |                  |               | GSI2 BUILDING / started_at         |
 *
 * `build_id` fences: only the newest build of an index may report progress or publish, so a build that
 * was given up and comes back cannot overwrite a later one.
 */
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import type { BuildProgress, ColumnRole, Index } from '#shared/contract/indexes.ts';
import { ProductError } from '#shared/errors.ts';
import { dynamodb, failedConditions, type TransactItems, transact } from './dynamodb.ts';
import { listingItem, nameKey, relisted } from './index-listing.ts';
import { supersession } from './superseded-builds.ts';

/** Organisation that owns the catalogues. No user belongs to it. */
export const catalogOwner = 'catalog';

/** What an index is built from. */
export interface BuildSource {
  dataset_key: string;
  dataset_size: number;
  columns_role: Record<string, ColumnRole>;
  columns_data: string;
}

/** The source of the published index stands in the record itself, that of a rebuild in its `build`. */
export interface IndexRecord extends BuildSource {
  item_id: string;
  org_id: string;
  name: string;
  author: string;
  /** Id of their user record; absent for catalogues. */
  author_id?: string;
  /** Who is told when a build ends; absent for catalogues. */
  notify_email?: string;
  created_at: string;
  modified_at: string;
  /** The newest build. */
  build_id: string;
  /** Set while that build runs. */
  build_started_at?: string;
  build: BuildState;
  failure?: string;
  /** Manifest that queries read. Absent until the first build is published. */
  manifest_key?: string;
  /** Rows that the published index holds, and rows of the dataset that it does not. */
  rows: number;
  rejects: number;
}

/** How far the newest build is. Steps write only their own part, so that parallel ones do not collide. */
export interface BuildState {
  stage: BuildProgress['stage'];
  /** Rows of the dataset as counted by the plan; 0 before. */
  rows_total: number;
  /** Rows that training has read. */
  rows_trained: number;
  /** Rows indexed and rejected, by segment number. */
  segments: Record<string, SegmentState>;
  /** Of a rebuild: takes the place of the record's when it is published. */
  source?: BuildSource;
}

/** What the newest build of an index reads. */
export const sourceOf = (record: IndexRecord): BuildSource => record.build.source ?? record;

export interface SegmentState {
  rows: number;
  rejects: number;
}

/** State of a build that nobody has worked on yet. */
export const newBuild: BuildState = {
  stage: 'queued',
  rows_total: 0,
  rows_trained: 0,
  segments: {},
};

export class StaleBuildError extends Error {
  constructor(indexId: string, buildId: string) {
    super(`Build ${buildId} of index ${indexId} is not its newest build any more`);
    this.name = 'StaleBuildError';
  }
}

/** An index that was published once stays Active, whatever becomes of a later build. */
export function statusOf(record: Pick<IndexRecord, 'manifest_key' | 'failure'>): Index['status'] {
  if (record.manifest_key) return 'Active';
  return record.failure ? 'Failed' : 'Processing';
}

export const indexKey = (indexId: string) => ({ pk: `INDEX#${indexId}`, sk: 'INDEX' });
export const indexesOf = (orgId: string) => `ORG#${orgId}`;
const gsi1 = (record: IndexRecord) => ({
  gsi1pk: indexesOf(record.org_id),
  gsi1sk: `${record.created_at}#${record.item_id}`,
});
const gsi2 = (startedAt: string) => ({ gsi2pk: 'BUILDING', gsi2sk: startedAt });

const toItem = (record: IndexRecord) => ({
  ...indexKey(record.item_id),
  ...gsi1(record),
  ...(record.build_started_at ? gsi2(record.build_started_at) : {}),
  ...record,
});

export function toRecord(item: Record<string, unknown>): IndexRecord {
  const { pk, sk, gsi1pk, gsi1sk, gsi2pk, gsi2sk, ...record } = item;
  return record as unknown as IndexRecord;
}

export async function getIndex(indexId: string): Promise<IndexRecord | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName('Indexes'),
      Key: indexKey(indexId),
      ConsistentRead: true,
    }),
  );
  return Item && toRecord(Item);
}

/** Id of the index of an organisation that has this name, in any case. */
export async function findIndexByName(orgId: string, name: string): Promise<string | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName('Indexes'), Key: nameKey({ org_id: orgId, name }) }),
  );
  return Item?.index_id;
}

/** The records that exist, in the order of the ids. */
export async function getIndexes(indexIds: readonly string[]): Promise<IndexRecord[]> {
  const TableName = tableName('Indexes');
  const records: IndexRecord[] = [];
  // DynamoDB refuses a batch of nothing.
  if (indexIds.length === 0) return records;
  let RequestItems: BatchGetCommandInput['RequestItems'] = {
    [TableName]: { Keys: indexIds.map(indexKey) },
  };
  // What one answer has no room for comes with the next.
  while (RequestItems && Object.keys(RequestItems).length > 0) {
    const page: BatchGetCommandOutput = await dynamodb.send(new BatchGetCommand({ RequestItems }));
    records.push(...(page.Responses?.[TableName] ?? []).map(toRecord));
    RequestItems = page.UnprocessedKeys;
  }
  return indexIds.flatMap((id) => records.find((record) => record.item_id === id) ?? []);
}

/** Stores a new index together with `also` (its first API key, the audit trail). Throws `IndexNameTaken`. */
export async function putNewIndex(record: IndexRecord, also: TransactItems): Promise<void> {
  const TableName = tableName('Indexes');
  try {
    await transact([
      {
        Put: {
          TableName,
          Item: listingItem({ ...record, status: statusOf(record) }),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        Put: {
          TableName,
          Item: toItem(record),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      ...also,
    ]);
  } catch (error) {
    if (failedConditions(error).includes(0)) throw new ProductError('IndexNameTaken');
    throw error;
  }
}

/**
 * Creates the record of a catalogue, or replaces the one that the caller has seen. A build that still
 * runs is given up: `abandoned` is its folder.
 * @throws StaleBuildError when the record has changed meanwhile
 */
export async function putCatalogIndex(
  record: IndexRecord,
  existing: IndexRecord | undefined,
  abandoned: string | undefined,
): Promise<void> {
  const unchanged = existing && {
    ConditionExpression: 'build_id = :build_id AND modified_at = :modified_at',
    ExpressionAttributeValues: {
      ':build_id': existing.build_id,
      ':modified_at': existing.modified_at,
    },
  };
  const Put = {
    TableName: tableName('Indexes'),
    Item: toItem(record),
    ...(unchanged ?? { ConditionExpression: 'attribute_not_exists(pk)' }),
  };
  const ofIndex = { index_id: record.item_id };
  const also = abandoned
    ? [supersession({ ...ofIndex, folder: abandoned }, new Date(record.modified_at))]
    : [];
  try {
    await transact([{ Put }, ...also]);
  } catch (error) {
    if (failedConditions(error).includes(0)) {
      throw new StaleBuildError(record.item_id, existing?.build_id ?? 'none');
    }
    throw error;
  }
}

/**
 * Changes a record on behalf of a build.
 * @param set values by attribute path (`build.stage`)
 * @param condition must hold too
 * @param also is written in the same transaction
 * @throws StaleBuildError when a newer build has begun
 */
async function updateForBuild(
  { index_id, build_id }: BuildRef,
  set: Record<string, unknown>,
  remove: readonly string[] = [],
  { condition, also = [] }: { condition?: string; also?: TransactItems } = {},
): Promise<void> {
  const paths = Object.keys(set);
  const alias = (path: string) =>
    path
      .split('.')
      .map((name) => `#${name}`)
      .join('.');
  const expression = `SET ${paths.map((path, position) => `${alias(path)} = :${position}`).join(', ')}`;
  const update = {
    TableName: tableName('Indexes'),
    Key: indexKey(index_id),
    UpdateExpression: remove.length
      ? `${expression} REMOVE ${remove.map(alias).join(', ')}`
      : expression,
    ConditionExpression: ['build_id = :build_id', ...(condition ? [condition] : [])].join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(
      [...paths, ...remove].flatMap((path) => path.split('.')).map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: {
      ...Object.fromEntries(paths.map((path, position) => [`:${position}`, set[path]])),
      ':build_id': build_id,
    },
  };
  try {
    // A transaction costs twice as much, so only what needs one is one.
    if (also.length === 0) await dynamodb.send(new UpdateCommand(update));
    else {
      const TransactItems = [{ Update: update }, ...also];
      await transact(TransactItems);
    }
  } catch (error) {
    const stale =
      (error as Error).name === 'ConditionalCheckFailedException' ||
      failedConditions(error).includes(0);
    if (stale) throw new StaleBuildError(index_id, build_id);
    throw error;
  }
}

/** One build of one index. */
export interface BuildRef {
  index_id: string;
  build_id: string;
}

const refOf = ({ item_id, build_id }: IndexRecord): BuildRef => ({ index_id: item_id, build_id });

/** What lists are told when a record changes so. */
const relistedAs = (record: IndexRecord, change: Partial<IndexRecord>): TransactItems => {
  const changed = { ...record, ...change };
  return record.org_id === catalogOwner
    ? []
    : [relisted({ ...changed, status: statusOf(changed) })];
};

/**
 * Begins a new build in place of the one that ended. What is published goes on serving.
 * @param previous the record as the caller has seen it
 * @throws StaleBuildError when another build has begun, or that one has not ended
 */
export const putRebuild = (
  previous: IndexRecord,
  rebuild: { build_id: string; notify_email: string; source: BuildSource },
  also: TransactItems[number],
  now: Date,
) =>
  updateForBuild(
    refOf(previous),
    {
      build_id: rebuild.build_id,
      notify_email: rebuild.notify_email,
      build: { ...newBuild, source: rebuild.source },
      build_started_at: now.toISOString(),
      ...gsi2(now.toISOString()),
    },
    ['failure'],
    {
      condition: 'attribute_not_exists(build_started_at)',
      also: [also, ...relistedAs(previous, { failure: undefined })],
    },
  );

export const setStage = (build: BuildRef, stage: BuildState['stage']) =>
  updateForBuild(build, { 'build.stage': stage });

export const setRowsTotal = (build: BuildRef, rows: number) =>
  updateForBuild(build, { 'build.rows_total': rows });

export const setRowsTrained = (build: BuildRef, rows: number) =>
  updateForBuild(build, { 'build.rows_trained': rows });

export const setSegment = (build: BuildRef, segment: number, state: SegmentState) =>
  updateForBuild(build, { [`build.segments.${segment}`]: state });

/**
 * The pointer swap: from here on, and not before, queries read the new index.
 * @param record of the build
 */
export const publishBuild = (
  record: IndexRecord,
  published: {
    manifestKey: string;
    rows: number;
    rejects: number;
    source: BuildSource;
    /** Folder of the version that served until now. */
    supersedes?: string;
    now: Date;
  },
) => {
  const { manifestKey: manifest_key, supersedes, now } = published;
  const modified_at = now.toISOString();
  return updateForBuild(
    refOf(record),
    {
      dataset_key: published.source.dataset_key,
      dataset_size: published.source.dataset_size,
      columns_role: published.source.columns_role,
      columns_data: published.source.columns_data,
      manifest_key,
      rows: published.rows,
      rejects: published.rejects,
      modified_at,
      'build.stage': 'done',
    },
    ['failure', 'build.source', 'build_started_at', 'gsi2pk', 'gsi2sk'],
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
 * Ends a build without touching what is published. What it has written into its folder is of no more use.
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

/** Builds that began before a moment and have not ended, oldest first; at most 100. */
export async function listRunningBuilds(startedBefore: Date): Promise<IndexRecord[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: tableName('Indexes'),
      IndexName: 'GSI2',
      KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :before',
      ExpressionAttributeValues: { ':pk': 'BUILDING', ':before': startedBefore.toISOString() },
      Limit: 100,
    }),
  );
  return Items.map(toRecord);
}
