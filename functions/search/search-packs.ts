/** Searches as they are stored: those of one owner that were delivered together are one record (ADR 107). */

import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { queryPage } from '#core/storage/queries.ts';
import { putRecords } from '#core/storage/records.ts';
import { limits } from '#shared/limits.ts';
import { activity, packedSearch } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';

export type SearchRecord = RecordOf<typeof activity.search>;
export type SearchPack = RecordOf<typeof activity.searchPack>;

type PackedSearch = z.output<typeof packedSearch>;

/** A search, with the id of its log event. */
export type NewSearch = PackedSearch & Pick<SearchRecord, 'item_id'>;

/** What a query of the history found: a pack, or a search alone, as earlier versions stored them. */
export type FoundSearches = Awaited<
  ReturnType<typeof queryPage<typeof activity.searchesOfOwner>>
>['found'][number];

const secondsPerDay = 86_400;

/** Partitions over which the searches of a day are spread: each takes a thousand writes a second. */
export const slotsOfDay = 8;

/** Bytes of JSON in a pack. An item of DynamoDB has at most 400 KB, and texts that do not deflate grow a little. */
const packBytes = 200_000;

/** The ten seconds in which a search was made: the beginning of its time. */
export const windowOf = (at: string): string => at.slice(0, 18);

/** Whose the search is. */
export const ownerOf = ({ org_id, user_id }: PackedSearch): string =>
  org_id ?? user_id ?? 'visitors';

const endOf = (at: string) =>
  Math.floor(Date.parse(at) / 1000) + limits.searchHistoryDays * secondsPerDay;

/** Stores searches that were delivered together. The same ones again change nothing. */
export async function putSearches(searches: readonly NewSearch[]): Promise<void> {
  const together = new Map<string, NewSearch[]>();
  for (const search of searches) {
    const id = JSON.stringify([ownerOf(search), windowOf(search.at)]);
    together.set(id, [...(together.get(id) ?? []), search]);
  }
  const packs = [...together.values()].flatMap(inPacks).map(packOf);
  await putRecords(
    'dynamodb:BatchWriteItem Activity',
    activity.searchPack,
    packs.map((record) => ({
      keys: {
        ...activity.searchPack.key(record),
        ...activity.searchesOfOwner.keys({ ...record, item_id: `~${record.pack_id}` }),
      },
      record,
    })),
  );
}

function inPacks(searches: readonly NewSearch[]): NewSearch[][] {
  const packs: NewSearch[][] = [];
  let bytes = 0;
  for (const search of searches) {
    const own = Buffer.byteLength(JSON.stringify(search));
    bytes += own;
    if (packs.length > 0 && bytes <= packBytes) packs.at(-1)!.push(search);
    else {
      packs.push([search]);
      bytes = own;
    }
  }
  return packs;
}

function packOf(searches: readonly NewSearch[]): SearchPack {
  const [first] = searches;
  const hash = createHash('sha256').update(searches.map(({ item_id }) => item_id).join());
  const digest = hash.digest();
  const at = searches.map((search) => search.at).reduce((a, b) => (a > b ? a : b));
  return {
    pack_id: digest.toString('base64url').slice(0, 12),
    at,
    slot: `${at.slice(0, 10)}#${digest.at(-1)! % slotsOfDay}`,
    owner: ownerOf(first!),
    // Ids of log events hardly deflate. In a pack, the place is the id.
    packed: pack(searches.map(({ item_id, ...search }) => search)),
    expires_at: endOf(at),
  };
}

const pack = (searches: readonly PackedSearch[]): Uint8Array =>
  deflateRawSync(JSON.stringify(searches));

const unpack = ({ packed }: SearchPack): PackedSearch[] =>
  z.array(packedSearch).parse(JSON.parse(inflateRawSync(packed).toString()));

/** The content of a pack with each of its searches changed. */
export const withSearches = (
  stored: SearchPack,
  change: (search: PackedSearch) => PackedSearch,
): Uint8Array => pack(unpack(stored).map(change));

/** The searches of a record. */
export function searchesIn(found: FoundSearches): SearchRecord[] {
  if (found.entity === 'search') return [found.record];
  const { pack_id, owner, expires_at } = found.record;
  return unpack(found.record).map((search, place) => ({
    ...search,
    item_id: `${pack_id}.${place}`,
    day: search.at.slice(0, 10),
    owner,
    expires_at,
  }));
}
