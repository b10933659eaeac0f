/** Counts of searches by day. Added to in batches, so that they cost little beside the history itself. */

import { createHash } from 'node:crypto';
import { queryAll } from '#core/storage/queries.ts';
import { put, tryWrite, update } from '#core/storage/writes.ts';
import { isCatalog } from '#shared/catalogs.ts';
import { latencyBucket, latencyBuckets } from '#shared/latency.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';
import type { Days } from './search-history.ts';
import { type NewSearch, ownerOf } from './search-packs.ts';

export type UsageRecord = RecordOf<typeof activity.usage>;

/** All organizations together. */
export const everybody = 'all';

const secondsPerDay = 86_400;
/** A delivery is repeated within hours. */
const batchDays = 7;
/**
 * Rows over which the counts of everybody are spread, by delivery: transactions on one row exclude each other, and a row
 * takes about 50 a second.
 */
const rowsOfEverybody = 8;
/** What one transaction takes, beside the note of the delivery. */
const rowsAtOnce = 99;

/** What searches add to one row of counts. */
interface Addition {
  keys: { owner: string; day: string; index_id: string; source: string };
  kind: UsageRecord['kind'];
  counts: Map<string, number>;
}

/**
 * Adds searches to the counts of their days, once: the same delivery again adds nothing.
 * @param batchId tells the delivery from others
 */
export async function countSearches(
  batchId: string,
  searches: readonly NewSearch[],
  now: Date,
): Promise<void> {
  const additions = additionsOf(
    searches,
    createHash('sha256').update(batchId).digest()[0]! % rowsOfEverybody,
  );
  for (let start = 0; start < additions.length; start += rowsAtOnce) {
    const batch_id = `${batchId}#${start}`;
    const noted = put(
      'dynamodb:PutItem Activity',
      activity.searchBatch,
      activity.searchBatch.key({ batch_id }),
      { expires_at: Math.floor(now.getTime() / 1000) + batchDays * secondsPerDay },
      { ConditionExpression: 'attribute_not_exists(pk)' },
    );
    // Refused if the delivery was counted before.
    await tryWrite([noted, ...additions.slice(start, start + rowsAtOnce).map(toUpdate)]);
  }
}

function additionsOf(searches: readonly NewSearch[], row: number): Addition[] {
  const rows = new Map<string, Addition>();
  const add = (keys: Addition['keys'], search: NewSearch) => {
    const id = JSON.stringify(keys);
    const sum = rows.get(id) ?? { keys, kind: search.kind, counts: new Map() };
    rows.set(id, sum);
    const empty = search.failure === undefined && search.results === 0;
    const names = [
      'searches',
      ...(empty ? ['empty'] : []),
      search.failure === undefined ? `l${latencyBucket(search.elapsed_ms)}` : 'failed',
    ];
    for (const name of names) sum.counts.set(name, (sum.counts.get(name) ?? 0) + 1);
  };
  for (const search of searches) {
    const { index_id, kind, key_id } = search;
    const day = search.at.slice(0, 10);
    const owner = ownerOf(search);
    const source = kind === 'api' && key_id ? key_id : kind;
    add({ owner, day, index_id, source }, search);
    const general = isCatalog(index_id) ? index_id : 'custom';
    add({ owner: everybody, day, index_id: general, source: `${kind}#${row}` }, search);
  }
  return [...rows.values()];
}

function toUpdate({ keys, kind, counts }: Addition) {
  const { day, index_id, source } = keys;
  const expires_at = Math.floor(Date.parse(day) / 1000) + limits.usageDays * secondsPerDay;
  const all = new Map([['searches', 0], ['empty', 0], ['failed', 0], ...counts]);
  const facts = { day, index_id, source, kind, expires_at };
  const names = [...Object.keys(facts), ...all.keys()];
  const values = [...Object.entries(facts), ...all];
  return update('dynamodb:UpdateItem Activity', activity.usage, keys, {
    UpdateExpression: `SET ${Object.keys(facts).map(assignment).join(', ')} ADD ${Array.from(all.keys(), addition).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      values.map(([name, value]) => [`:${name}`, value]),
    ),
  });
}

const assignment = (name: string) => `#${name} = :${name}`;
const addition = (name: string) => `#${name} :${name}`;

/** Counts of an owner, by day. */
export async function listUsage(owner: string, { from, to }: Days): Promise<UsageRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Activity',
    activity.usageByDay,
    { owner },
    // The rows of a day sort before the day with a tilde.
    { range: { between: [from, `${to}~`] } },
  );
  return found.map(({ record }) => record);
}

/** Latencies of a row by the buckets of `shared/latency.ts`. */
export const latenciesOf = (row: UsageRecord): number[] =>
  Array.from({ length: latencyBuckets }, (_, bucket) => Number(row[`l${bucket}`] ?? 0));
