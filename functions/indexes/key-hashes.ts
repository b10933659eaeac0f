import { createHash } from 'node:crypto';
import { getRecord, getRecords } from '#core/storage/records.ts';
import { type BucketPolicy, takeToken } from '#core/storage/token-bucket.ts';
import { tryUpdate, update } from '#core/storage/writes.ts';
import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { indexes } from '#tables/indexes.ts';
import type { Prepaid } from './prepaid-queries.ts';

/** Look-up form of a key. Keys have 200 random bits, so a plain hash cannot be reversed by guessing. */
export const hashApiKey = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex');

/** The public keys by which tenant tokens of a key are verified; undefined if it takes none. */
export const getTokenKeys = async (keyId: string): Promise<readonly string[] | undefined> =>
  (await getRecord('dynamodb:GetItem Indexes', indexes.keyHash, { hash: keyId }))?.public_keys;

/** What a key that pages search with says about its session. */
export type KeySession = NonNullable<RecordOf<typeof indexes.keyHash>['session']>;

interface FoundKey {
  orgId: string;
  restrictions: KeyRestrictions | undefined;
  cursorKey: string | undefined;
  /** Of a key that was found by its id. */
  publicKeys: readonly string[];
  /** Absent of a session's key. */
  keyId: string | undefined;
  /** The session of a key that pages search with; the caller must check that it goes on. */
  session: KeySession | undefined;
  mayChangeRows: boolean;
  /** What it has of the quota, after these queries. */
  prepaid: Prepaid;
  /** Queries that the key may still send at once. */
  remaining: number;
  /** Set after too many queries: the time to wait for the next one. */
  waitMs?: number;
}

/**
 * Finds a key of an index by the hash of its text, or by its id for a token of it, and takes a token from its bucket in the same write, so that a revoked key fails
 * with the next request. Undefined for an unknown key, one that has expired, and a key of another index.
 *
 * @param counted queries that count for the day: they are taken from what the key has of the quota, which may go below zero
 */
export async function takeQuery(
  hash: string,
  indexId: string,
  policy: BucketPolicy,
  nowMs: number,
  counted: number,
): Promise<FoundKey | undefined> {
  const second = Math.floor(nowMs / 1000);
  const key = { hash };
  const result = await takeToken(
    {
      read: () => getRecord('dynamodb:GetItem Indexes', indexes.keyHash, key),
      change: (change) =>
        tryUpdate(
          indexes.keyHash,
          update('dynamodb:UpdateItem Indexes', indexes.keyHash, key, change),
        ),
      condition:
        'index_id = :index_id AND (attribute_not_exists(expires_at) OR expires_at > :second) AND (attribute_not_exists(ends_at) OR ends_at > :second)',
      values: { ':index_id': indexId, ':second': second },
      set: { used_at: new Date(nowMs).toISOString() },
      ...(counted > 0 && { add: { prepaid: -counted } }),
    },
    policy,
    nowMs,
  );
  const { record } = result;
  if (record?.index_id !== indexId || endOf(record) <= second) return undefined;
  const owner = {
    orgId: record.org_id,
    restrictions: record.restrictions,
    cursorKey: record.cursor_key,
    publicKeys: record.public_keys ?? [],
    keyId: record.key_id,
    session: record.session,
    mayChangeRows: record.changes_rows === true,
    prepaid: { hash, round: record.prepaid_round, left: record.prepaid ?? 0 },
  };
  return result.taken
    ? { ...owner, remaining: result.remaining }
    : { ...owner, remaining: 0, waitMs: result.waitMs };
}

const endOf = ({ expires_at = Infinity, ends_at = Infinity }: RecordOf<typeof indexes.keyHash>) =>
  Math.min(expires_at, ends_at);

/** When keys were used last, by their hashes; unused keys are absent. */
export async function lastUses(hashes: readonly string[]): Promise<Map<string, string>> {
  const found = await getRecords(
    'dynamodb:BatchGetItem Indexes',
    indexes.keyHash,
    hashes.map((hash) => ({ hash })),
  );
  const uses = new Map<string, string>();
  for (const { key, record } of found) {
    if (record.used_at) uses.set(key.pk.replace('KEYHASH#', ''), record.used_at);
  }
  return uses;
}
