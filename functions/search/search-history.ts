/** The history of searches: written by `record-searches`, read by staff and, of their own, by customers. */

import { type QueryOptions, queryKeys, queryPage } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { tryWrite, update, write } from '#core/storage/writes.ts';
import { isCatalog } from '#shared/catalogs.ts';
import type { SearchKind } from '#shared/search-kinds.ts';
import { activity } from '#tables/activity.ts';
import {
  type FoundSearches,
  type SearchPack,
  type SearchRecord,
  searchesIn,
  slotsOfDay,
  windowOf,
  withSearches,
} from './search-packs.ts';

const secondsPerDay = 86_400;

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

/** Records that one step of a reading looks at, and steps of one answer. */
const readAtOnce = 250;
const mostReadings = 32;

/**
 * One page of the history, newest first: of an owner, or of everybody. What a page asked for to show a part of itself is no row of
 * it. Where few fit the filter, a page may be short or empty and still have a next one.
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
  /** Searches that were read, and that may be older than some that were not. */
  let held: SearchRecord[] = [];
  let day = start?.slice(0, 10) ?? to;
  // Every time of a day or a window sorts before it with a tilde. A pack has searches of one window.
  let below = `${start ? windowOf(start) : to}~`;
  for (let reading = 0; reading < mostReadings; reading++) {
    const options = {
      range: { between: [owner ? from : day, below] as const },
      descending: true,
      limit: readAtOnce,
    };
    const page = await (owner
      ? queryPage('dynamodb:Query Activity', activity.searchesOfOwner, { owner }, options)
      : pageOfDay(day, options));
    for (const found of page.found) {
      if (found.position === below) continue;
      const wanted = searchesIn(found).filter((search) => fits(filter, search));
      held.push(...wanted.filter((search) => start === undefined || positionOf(search) < start));
    }
    held.sort((a, b) => (positionOf(a) < positionOf(b) ? 1 : -1));
    const end = page.next && String(owner ? page.next.gsi1sk : page.next.sk);
    const older = end === undefined ? -1 : held.findIndex((search) => positionOf(search) < end);
    searches.push(...(older < 0 ? held : held.slice(0, older)));
    held = older < 0 ? [] : held.slice(older);
    if (searches.length > limit) {
      const shown = searches.slice(0, limit);
      return { searches: shown, next: positionOf(shown.at(-1)!) };
    }
    if (end !== undefined) below = end;
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

const keyValues = (record: SearchRecord) => ({ ...record, slot: record.slot ?? record.day });

const dayBefore = (day: string) =>
  new Date(Date.parse(day) - secondsPerDay * 1000).toISOString().slice(0, 10);

function fits({ kind, user, index, key, text, outcome }: SearchFilter, search: SearchRecord) {
  const { failure, results = -1 } = search;
  return (
    (!kind || search.kind === kind) &&
    !search.is_part &&
    (!user || search.user_id === user) &&
    (!index || (index === 'custom' ? !isCatalog(search.index_id) : search.index_id === index)) &&
    (!key || search.key_id === key) &&
    (!text || search.text?.includes(text) === true) &&
    (outcome !== 'failed' || failure !== undefined) &&
    (outcome !== 'empty' || (failure === undefined && results === 0)) &&
    (outcome !== 'found' || (failure === undefined && results > 0))
  );
}

/** Everything that is kept of somebody's searches, oldest first: as a member, and before they were one. */
export async function listSearchesOf(
  userId: string,
  orgId: string | undefined,
): Promise<SearchRecord[]> {
  const searches: SearchRecord[] = [];
  for (const owner of [userId, orgId]) {
    if (owner === undefined) continue;
    const own: SearchRecord[] = [];
    await eachOf(owner, (found) => {
      own.push(...searchesIn(found).filter(({ user_id }) => user_id === userId));
    });
    searches.push(...own.toSorted((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1)));
  }
  return searches;
}

/** Hands over all records of an owner, oldest first. */
async function eachOf(
  owner: string,
  work: (found: FoundSearches) => void | Promise<void>,
): Promise<void> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await queryPage(
      'dynamodb:Query Activity',
      activity.searchesOfOwner,
      { owner },
      { start },
    );
    for (const found of page.found) await work(found);
    start = page.next;
  } while (start);
}

/** Takes somebody and what they typed out of the history. The counts stay. */
export async function forgetSearchesOf(userId: string, orgId: string | undefined): Promise<void> {
  for (const owner of [userId, orgId]) {
    if (owner === undefined) continue;
    await eachOf(owner, async (found) => {
      if (!searchesIn(found).some(({ user_id }) => user_id === userId)) return;
      if (found.entity === 'searchPack') await forgetIn(found.record, userId);
      else await forgetAlone(found.record);
    });
  }
  await deleteOwner(userId);
}

const forgetAlone = (record: SearchRecord) =>
  write(
    update('dynamodb:UpdateItem Activity', activity.search, keyValues(record), {
      UpdateExpression: 'REMOVE user_id, #text, filters',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#text': 'text' },
    }),
  );

/** Of a pack that somebody else is taken out of meanwhile, the next try finds what is left. Throws for that. */
async function forgetIn(pack: SearchPack, userId: string): Promise<void> {
  const left = withSearches(pack, ({ user_id, text, filters, ...search }) =>
    user_id === userId ? search : { ...search, user_id, text, filters },
  );
  const { slot, at, pack_id } = pack;
  const refused = await tryWrite([
    update(
      'dynamodb:UpdateItem Activity',
      activity.searchPack,
      { slot, at, pack_id },
      {
        UpdateExpression: 'SET packed = :left',
        ConditionExpression: 'packed = :packed',
        ExpressionAttributeValues: { ':left': left, ':packed': pack.packed },
      },
    ),
  ]);
  if (refused) throw new Error(`The searches ${slot} ${at} ${pack_id} are being changed`);
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
