/** The history of searches: written by `record-searches`, read by staff and, of their own, by customers. */

import { createHash } from 'node:crypto';
import { type QueryOptions, queryAll, queryKeys, queryPage } from '#core/storage/queries.ts';
import { deleteItems, putRecords } from '#core/storage/records.ts';
import { update, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import type { SearchKind } from '#shared/search-kinds.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';

export type SearchRecord = RecordOf<typeof activity.search>;

const secondsPerDay = 86_400;

/** A search without what follows from the rest of it. */
export type NewSearch = Omit<SearchRecord, 'day' | 'slot' | 'owner' | 'expires_at'>;

/** Partitions over which the searches of a day are spread: each takes a thousand writes a second. */
const slotsOfDay = 8;

export function searchRecord(search: NewSearch): SearchRecord {
  const day = search.at.slice(0, 10);
  const slot = createHash('sha256').update(search.item_id).digest()[0]! % slotsOfDay;
  return {
    ...search,
    day,
    slot: `${day}#${slot}`,
    owner: search.org_id ?? search.user_id ?? 'visitors',
    expires_at: Math.floor(Date.parse(search.at) / 1000) + limits.searchHistoryDays * secondsPerDay,
  };
}

const keyValues = (record: SearchRecord) => ({ ...record, slot: record.slot ?? record.day });

/** Writing the same searches again changes nothing. */
export const putSearches = (records: readonly SearchRecord[]): Promise<void> =>
  putRecords(
    'dynamodb:BatchWriteItem Activity',
    activity.search,
    records.map((record) => ({
      keys: {
        ...activity.search.key(keyValues(record)),
        ...activity.searchesOfOwner.keys(record),
      },
      record,
    })),
  );

export interface SearchFilter {
  kind?: SearchKind | undefined;
  /** `item_id` of who typed it. */
  user?: string | undefined;
  /** An index, or `custom` for every one but the catalogues. */
  index?: string | undefined;
  /** An API key. */
  key?: string | undefined;
  /** Part of the text as it was typed. */
  text?: string | undefined;
  outcome?: 'found' | 'empty' | 'failed' | undefined;
}

/** Days from and until, inclusive: `2026-11-30`. */
export interface Days {
  from: string;
  to: string;
}

interface SearchPage {
  searches: SearchRecord[];
  /** Position after which the next page starts. */
  next?: string | undefined;
}

/** Searches that one step of a reading looks at, and steps of one answer. */
const readAtOnce = 250;
const mostReadings = 32;

/**
 * One page of the history, newest first: of an owner, or of everybody. Where few fit the filter, a page may be
 * short or empty and still have a next one.
 * @param start `next` of the page before
 */
export async function listSearches(
  owner: string | undefined,
  { from, to }: Days,
  filter: SearchFilter,
  limit: number,
  start?: string,
): Promise<SearchPage> {
  const searches: SearchRecord[] = [];
  let day = start?.slice(0, 10) ?? to;
  // Every time of a day sorts before the day with a tilde.
  let below = start ?? `${to}~`;
  for (let reading = 0; reading < mostReadings; reading++) {
    const options = {
      range: { between: [owner ? from : day, below] as const },
      descending: true,
      limit: Math.max(readAtOnce, limit + 2),
      filter: filterOf(filter),
    };
    const page = await (owner
      ? queryPage('dynamodb:Query Activity', activity.searchesOfOwner, { owner }, options)
      : pageOfDay(day, options));
    for (const { record, position } of page.found) {
      if (position === start || position === below) continue;
      searches.push(record);
      if (searches.length > limit) {
        const shown = searches.slice(0, limit);
        return { searches: shown, next: positionOf(shown.at(-1)!) };
      }
    }
    if (page.next) below = String(owner ? page.next.gsi1sk : page.next.sk);
    else if (owner || day <= from) return { searches };
    else {
      day = dayBefore(day);
      below = `${day}~`;
    }
  }
  return { searches, next: below };
}

/**
 * One page of the searches of everybody on a day, newest first. A partition that has more was read down to a position; what
 * the others have below the highest of these comes with the next page.
 */
async function pageOfDay(day: string, options: QueryOptions & { limit: number }) {
  const numbered = Array.from({ length: slotsOfDay }, (_, slot) => `${day}#${slot}`);
  // Together they look at twice as many as asked for, because they are not equally full.
  const limit = Math.ceil((2 * options.limit) / slotsOfDay);
  const pages = await Promise.all(
    [day, ...numbered].map((slot) =>
      queryPage(
        'dynamodb:Query Activity',
        activity.searchesOfSlot,
        { slot },
        { ...options, limit },
      ),
    ),
  );
  const ends = pages.flatMap(({ next }) => (next ? [String(next.sk)] : []));
  const end = ends.toSorted().at(-1);
  const found = pages
    .flatMap((page) => page.found)
    .filter(({ position }) => end === undefined || position >= end)
    .toSorted((a, b) => (a.position < b.position ? 1 : -1));
  const next: Record<string, unknown> | undefined = end === undefined ? undefined : { sk: end };
  return { found, next };
}

const positionOf = ({ at, item_id }: SearchRecord) => `${at}#${item_id}`;

const dayBefore = (day: string) =>
  new Date(Date.parse(day) - secondsPerDay * 1000).toISOString().slice(0, 10);

const catalogValues = { ':c1': 'us_patents', ':c2': 'wikipedia', ':c3': 'arxiv' };

function filterOf({ kind, user, index, key, text, outcome }: SearchFilter) {
  const custom = index === 'custom';
  const conditions = [
    kind && '#kind = :kind',
    user && 'user_id = :user AND attribute_not_exists(is_part)',
    index && (custom ? 'NOT index_id IN (:c1, :c2, :c3)' : 'index_id = :index'),
    key && 'key_id = :key',
    text && 'contains(#text, :text)',
    outcome === 'failed' && 'attribute_exists(failure)',
    outcome === 'empty' && 'attribute_not_exists(failure) AND results = :zero',
    outcome === 'found' && 'attribute_not_exists(failure) AND results > :zero',
  ].filter(Boolean);
  if (conditions.length === 0) return undefined;
  const counted = outcome === 'empty' || outcome === 'found';
  return {
    expression: conditions.join(' AND '),
    names: { ...(kind && { '#kind': 'kind' }), ...(text && { '#text': 'text' }) },
    values: {
      ...(kind && { ':kind': kind }),
      ...(user && { ':user': user }),
      ...(index && (custom ? catalogValues : { ':index': index })),
      ...(key && { ':key': key }),
      ...(text && { ':text': text }),
      ...(counted && { ':zero': 0 }),
    },
  };
}

/** Everything that is kept of somebody's searches, oldest first: as a member, and before they were one. */
export async function listSearchesOf(
  userId: string,
  orgId: string | undefined,
): Promise<SearchRecord[]> {
  const alone = await queryAll('dynamodb:Query Activity', activity.searchesOfOwner, {
    owner: userId,
  });
  const inside = orgId
    ? await queryAll(
        'dynamodb:Query Activity',
        activity.searchesOfOwner,
        { owner: orgId },
        { filter: { expression: 'user_id = :user', values: { ':user': userId } } },
      )
    : [];
  return [...alone, ...inside].map(({ record }) => record);
}

/** Takes somebody and what they typed out of the history. The counts stay. */
export async function forgetSearchesOf(userId: string, orgId: string | undefined): Promise<void> {
  for (const record of await listSearchesOf(userId, orgId)) {
    await write(
      update('dynamodb:UpdateItem Activity', activity.search, keyValues(record), {
        UpdateExpression: 'REMOVE user_id, #text, filters',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#text': 'text' },
      }),
    );
  }
  await deleteOwner(userId);
}

/** Deletes history, counts and clicks of an organization that has ended, or of a user without an organization. */
export async function deleteOwner(owner: string): Promise<void> {
  const searches = await queryKeys('dynamodb:Query Activity', activity.searchesOfOwner, { owner });
  const counts = await queryKeys('dynamodb:Query Activity', activity.usageByDay, { owner });
  const clicks = await queryKeys('dynamodb:Query Activity', activity.clicksByTime, {
    org_id: owner,
  });
  await deleteItems('dynamodb:BatchWriteItem Activity', [...searches, ...counts, ...clicks]);
}
