import { setTimeout as sleep } from 'node:timers/promises';
import { openModelHead } from '../concept/model.ts';
import type { WrittenFile } from '../publish.ts';
import {
  ask,
  type ClusterConnection,
  ClusterError,
  clusterFailure,
  type Json,
  type JsonObject,
} from './connection.ts';
import { indexMapping, SERVING } from './index-mapping.ts';
import { openSegmentRows } from './segment-rows.ts';

/** Rows of one bulk request. */
const BATCH_ROWS = 250;
/** Bulk requests beyond this are cut in two: small nodes of Amazon take 10 MiB. */
const BATCH_BYTES = 8_000_000;
/** Waits after a throttled request, doubled each time: about two minutes in total. */
const FIRST_WAIT_MS = 250;
const MOST_WAITS = 9;

/** Options of loading a segment. */
export interface LoadOptions {
  /** Called with the number of rows of the segment that are on the cluster. Loading waits for its promise. */
  readonly onRows?: (rows: number) => void | Promise<void>;
  /** Whether the time of this step is up. Loading then stops between two requests. */
  readonly isTimeUp?: () => boolean;
  /** Waits some milliseconds. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** Deletions of other indexes that one move of an alias may meet. */
const ALIAS_TRIES = 5;

interface ItemResult {
  readonly status: number;
  readonly error?: Json;
}

/** The oldest version that has everything we use; Amazon offers no other one between this and 3.1. */
const OLDEST = { major: 3, minor: 3 };

/** @throws ClusterError `unsuitable` if the cluster is something else than OpenSearch, or too old */
async function checkVersion(connection: ClusterConnection): Promise<void> {
  const { version } = await ask(connection, { method: 'GET', path: '/' });
  const { distribution, number } = (version ?? {}) as { distribution?: string; number?: string };
  const [major, minor] = (number ?? '').split('.').map(Number) as [number, number];
  const isNewEnough = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  if (distribution === 'opensearch' && isNewEnough) return;
  throw new ClusterError(
    'unsuitable',
    `The cluster is ${distribution ?? 'something else'} ${number ?? ''}; indexes need OpenSearch ${OLDEST.major}.${OLDEST.minor} or newer.`,
  );
}

/**
 * Creates the index of a build, for loading. One that exists is left as it is.
 * @throws ClusterError `unsuitable` if the cluster is too old
 */
export async function createClusterIndex(
  connection: ClusterConnection,
  name: string,
  { source, fileName }: WrittenFile,
  rowCount: number,
): Promise<void> {
  await checkVersion(connection);
  const { model } = await openModelHead(source, fileName);
  const body = indexMapping(model.schema, model.dimensions, rowCount);
  const answer = await connection({ method: 'PUT', path: `/${name}`, body });
  const exists = JSON.stringify(answer.body.error ?? '').includes('resource_already_exists');
  if (answer.status >= 300 && !exists) throw clusterFailure(answer.status, answer.body.error);
}

/** Sends documents, and those that were throttled again, later. Their ids are the numbers of their rows. Too large requests are cut in two. */
async function create(
  connection: ClusterConnection,
  name: string,
  documents: readonly JsonObject[],
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const half = documents.length >> 1;
  if (half > 0 && JSON.stringify(documents).length > BATCH_BYTES) {
    await create(connection, name, documents.slice(0, half), wait);
    return create(connection, name, documents.slice(half), wait);
  }
  let left = documents;
  for (let waits = 0; left.length > 0; waits++) {
    if (waits > 0) await wait(FIRST_WAIT_MS * 2 ** (waits - 1) * (0.5 + Math.random() / 2));
    const body = left.flatMap((document) => [{ create: { _id: `${document.row}` } }, document]);
    const answer = await connection({ method: 'POST', path: `/${name}/_bulk`, body });
    const items = (answer.body.items ?? []) as unknown as { create: ItemResult }[];
    const whole: ItemResult = { status: answer.status, error: answer.body.error };
    left = left.filter((_, i) => {
      const { status, error } = answer.status < 300 ? items[i]!.create : whole;
      // 409: an earlier attempt has put it there.
      if (status < 300 || status === 409) return false;
      const failure = clusterFailure(status, error);
      if (failure.reason !== 'busy' || waits === MOST_WAITS) throw failure;
      return true;
    });
  }
}

/** Makes all rows that came searchable, and counts those of a query. */
async function countRows(
  connection: ClusterConnection,
  name: string,
  query: JsonObject,
): Promise<number> {
  await ask(connection, { method: 'POST', path: `/${name}/_refresh` });
  const counted = { method: 'POST', path: `/${name}/_count`, body: { query } } as const;
  return (await ask(connection, counted)).count as number;
}

/**
 * Sends the rows of one segment to the cluster. Rows have fixed ids and are sent in order, so a repeated call goes on
 * where an earlier one ended.
 * @param firstRow number of the segment's first row in the index
 * @returns whether all rows are there; false if the time was up
 * @throws ClusterError `busy` if the cluster throttles for minutes, `full`, `refused`, `unsuitable`; CorruptFileError
 */
export async function loadSegment(
  connection: ClusterConnection,
  name: string,
  model: WrittenFile,
  segment: WrittenFile,
  firstRow: number,
  { onRows, isTimeUp, wait = sleep }: LoadOptions = {},
): Promise<boolean> {
  const rows = await openSegmentRows(model, segment, firstRow);
  const ofSegment = { range: { row: { gte: firstRow, lt: firstRow + rows.count } } };
  const there = await countRows(connection, name, ofSegment);
  // The first batch that is not there as a whole.
  for (let from = there - (there % BATCH_ROWS); from < rows.count; from += BATCH_ROWS) {
    if (isTimeUp?.()) return false;
    const documents = await rows.read(from, BATCH_ROWS);
    await create(connection, name, documents, wait);
    await onRows?.(from + documents.length);
  }
  return true;
}

/** Health of an index once it is as wished, or after a minute. */
const healthOf = (connection: ClusterConnection, name: string, wish: string) =>
  ask(connection, { method: 'GET', path: `/_cluster/health/${name}?${wish}&timeout=60s` }, 408);

/** How often, and how many times, one call looks whether the cluster merges files. */
const LOOK_MS = 500;
const MOST_LOOKS = 120;

interface Merging {
  readonly _all: { readonly primaries: { readonly merges: { readonly current: number } } };
}

/**
 * Waits until the cluster has merged files of rows as far as it wants to, a minute at most. Searches look through all
 * files of a shard. Merging all to one would take as long again as loading.
 * @returns whether it has
 */
async function isMerged(
  connection: ClusterConnection,
  name: string,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const answer = await ask(connection, { method: 'GET', path: `/${name}/_stats/merge` });
    if ((answer as unknown as Merging)._all.primaries.merges.current === 0) return true;
    await wait(LOOK_MS);
  }
  return false;
}

/**
 * Makes a loaded index ready for searches, with copies if the cluster has several nodes. Copies begin when all rows are
 * there and in merged files: operations cannot be repeated on a copy, because no source of rows is kept. So a shard that
 * was moved while rows came waits for operations in vain; after half an hour the cluster gives up, and copies files. One
 * call waits two or three minutes at most.
 * @returns whether the index is ready; if not, ask again
 * @throws ClusterError `busy` if rows are missing
 */
export async function finishClusterIndex(
  connection: ClusterConnection,
  name: string,
  rowCount: number,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<boolean> {
  const count = await countRows(connection, name, { match_all: {} });
  if (count !== rowCount) {
    throw new ClusterError('busy', `${name} has ${count} of ${rowCount} rows.`);
  }
  // By force: files that were written during a move do not count for a copy.
  await ask(connection, { method: 'POST', path: `/${name}/_flush?force=true` });
  const moves = await healthOf(connection, name, 'wait_for_no_relocating_shards=true');
  if (moves.timed_out) return false;
  if (!(await isMerged(connection, name, wait))) return false;
  // Searches see merged files only after a refresh. An index that never changes needs no other.
  await ask(connection, { method: 'POST', path: `/${name}/_refresh` });
  await ask(connection, { method: 'PUT', path: `/${name}/_settings`, body: SERVING });
  const { status } = await healthOf(connection, name, 'wait_for_status=green');
  return status === 'green';
}

/**
 * Points the alias of an index at its published version, in one step. Searches do not follow it, because they need
 * the model of the same version: they take the name from the manifest. It tells operators which version serves.
 * @throws ClusterError
 */
export async function setAlias(
  connection: ClusterConnection,
  alias: string,
  name: string,
): Promise<void> {
  const actions = [
    { remove: { index: '*', alias, must_exist: false } },
    { add: { index: name, alias } },
  ];
  const move = { method: 'POST', path: '/_aliases', body: { actions } } as const;
  for (let tries = 1; ; tries++) {
    const { status, body } = await connection(move);
    if (status < 300) return;
    // The cluster lists all indexes first; when another one is deleted before its turn, it refuses the whole move.
    const { index } = (body.error ?? {}) as JsonObject;
    const isOtherDeleted = status === 404 && index !== name;
    if (!isOtherDeleted || tries === ALIAS_TRIES) throw clusterFailure(status, body.error);
  }
}

/**
 * Deletes an index; one that does not exist is deleted already.
 * @throws ClusterError
 */
export async function deleteClusterIndex(
  connection: ClusterConnection,
  name: string,
): Promise<void> {
  await ask(connection, { method: 'DELETE', path: `/${name}` }, 404);
}

/**
 * Deletes all indexes whose names begin like this.
 * @throws ClusterError
 */
export async function deleteClusterIndexes(
  connection: ClusterConnection,
  prefix: string,
): Promise<void> {
  const found = await ask(connection, { method: 'GET', path: `/${prefix}*/_alias` }, 404);
  const names = Object.keys(found).filter((name) => name.startsWith(prefix));
  for (const name of names) await deleteClusterIndex(connection, name);
}
