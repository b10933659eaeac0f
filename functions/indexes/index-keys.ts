/**
 * API keys. "Max 10 per index and never none" is held by a counter in the transaction that adds or removes
 * a key.
 */
import { randomBytes } from 'node:crypto';
import { newApiKey, newId } from '#core/runtime/ids.ts';
import { type Actor, type AuditEvent, auditEntry } from '#core/storage/audit.ts';
import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite, update } from '#core/storage/writes.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { indexes } from '#tables/indexes.ts';
import { decryptApiKey, encryptApiKey, type KeyOwner } from './api-key-encryption.ts';
import { hashApiKey, lastUses } from './key-hashes.ts';

const keyValues = ({ orgId, indexId }: KeyOwner, keyId: string) => ({
  org_id: orgId,
  index_id: indexId,
  key_id: keyId,
});
const countValues = ({ orgId, indexId }: KeyOwner) => ({ org_id: orgId, index_id: indexId });

/** The audit trail contains the id of a key, and its name if it has one. */
const keyEvent = (
  action: 'key.created' | 'key.rotated' | 'key.deleted',
  { indexId }: KeyOwner,
  { id, name = id }: Pick<ApiKey, 'id' | 'name'>,
): AuditEvent => ({
  action,
  object: { id, name },
  details: { index: indexId },
});

/** What a key has beside its text. */
export type KeyOptions = Pick<
  ApiKey,
  'name' | 'made_by' | 'changes_rows' | 'restrictions' | 'public_keys'
>;

/** Only what is there, as records keep it. */
const kept = ({ name, made_by, changes_rows, restrictions, public_keys }: KeyOptions) => ({
  ...(name !== undefined && { name }),
  ...(made_by && { made_by }),
  ...(changes_rows && { changes_rows: true as const }),
  ...(restrictions && { restrictions }),
  ...(public_keys && { public_keys }),
});

const newCursorKey = () => randomBytes(32).toString('base64');

type StoredOptions = KeyOptions & Pick<KeyRecord, 'cursor_key'>;

/** The same with what no caller gets. */
const stored = (options: StoredOptions) => ({
  ...kept(options),
  ...(options.cursor_key !== undefined && { cursor_key: options.cursor_key }),
});

/** The write that lets callers in with a text of a key, or, by its id, with tenant tokens. */
function putHash(owner: KeyOwner, keyId: string, hash: string, options: StoredOptions) {
  const { name: _, made_by: __, public_keys, ...rights } = stored(options);
  const end = rights.restrictions?.expires_at;
  return put(
    'dynamodb:PutItem Indexes',
    indexes.keyHash,
    indexes.keyHash.key({ hash }),
    {
      key_id: keyId,
      org_id: owner.orgId,
      index_id: owner.indexId,
      ...rights,
      ...(hash === keyId && { public_keys }),
      ...(end !== undefined && { ends_at: Math.floor(Date.parse(end) / 1000) }),
    },
    { ConditionExpression: 'attribute_not_exists(pk)' },
  );
}

/** By which a key that ends is found before. */
const endOf = ({ id, restrictions }: ApiKey) =>
  restrictions?.expires_at === undefined
    ? {}
    : indexes.endingKeys.keys({
        ends_at: new Date(restrictions.expires_at).toISOString(),
        key_id: id,
      });

/** A new key and the writes that store and record it; the first of them fails when the index has 10 keys. */
export async function prepareApiKey(
  actor: Actor,
  owner: KeyOwner,
  now: Date,
  given: KeyOptions = {},
) {
  const options: StoredOptions = {
    ...given,
    ...((given.restrictions || given.public_keys) && { cursor_key: newCursorKey() }),
  };
  const apiKey: ApiKey = {
    id: newId('key'),
    api_key: newApiKey(),
    creation_date: now.toISOString(),
    ...kept(options),
  };
  const hash = hashApiKey(apiKey.api_key);
  const { orgId, indexId } = owner;
  const writes: TransactItems = [
    update('dynamodb:UpdateItem Indexes', indexes.keyCount, countValues(owner), {
      UpdateExpression: 'ADD keys_count :one',
      ConditionExpression: 'attribute_not_exists(keys_count) OR keys_count < :max',
      ExpressionAttributeValues: { ':one': 1, ':max': limits.apiKeysPerIndex },
    }),
    put(
      'dynamodb:PutItem Indexes',
      indexes.apiKey,
      { ...indexes.apiKey.key(keyValues(owner, apiKey.id)), ...endOf(apiKey) },
      {
        id: apiKey.id,
        org_id: orgId,
        index_id: indexId,
        ciphertext: await encryptApiKey(apiKey.api_key, owner),
        hash,
        creation_date: apiKey.creation_date,
        ...stored(options),
      },
    ),
    putHash(owner, apiKey.id, hash, options),
    ...(options.public_keys ? [putHash(owner, apiKey.id, apiKey.id, options)] : []),
    auditEntry(actor, keyEvent('key.created', owner, apiKey), now),
  ];
  return { apiKey, writes };
}

/** Adds a key; undefined when the index has as many as it may. */
export async function addApiKey(
  actor: Actor,
  owner: KeyOwner,
  now: Date,
  options: KeyOptions,
): Promise<ApiKey | undefined> {
  const { apiKey, writes } = await prepareApiKey(actor, owner, now, options);
  return (await tryWrite(writes)) ? undefined : apiKey;
}

/** A key as it is stored. */
export const getApiKey = (owner: KeyOwner, keyId: string) =>
  getRecord('dynamodb:GetItem Indexes', indexes.apiKey, keyValues(owner, keyId));

/**
 * Gives a key a new text. The old one works for the overlap, and the one before the old one no more.
 * @returns undefined if the key is unknown, or was given another text meanwhile
 */
export async function rotateApiKey(
  actor: Actor,
  owner: KeyOwner,
  keyId: string,
  overlapSeconds: number,
  now: Date,
): Promise<ApiKey | undefined> {
  const record = await getApiKey(owner, keyId);
  if (!record) return undefined;
  const api_key = newApiKey();
  const hash = hashApiKey(api_key);
  const previous = {
    hash: record.hash,
    expires_at: Math.floor(now.getTime() / 1000) + overlapSeconds,
  };
  const refusal = await tryWrite([
    update('dynamodb:UpdateItem Indexes', indexes.apiKey, keyValues(owner, keyId), {
      UpdateExpression: 'SET ciphertext = :ciphertext, #hash = :hash, previous = :previous',
      ConditionExpression: '#hash = :old',
      ExpressionAttributeNames: { '#hash': 'hash' },
      ExpressionAttributeValues: {
        ':ciphertext': await encryptApiKey(api_key, owner),
        ':hash': hash,
        ':previous': previous,
        ':old': record.hash,
      },
    }),
    putHash(owner, keyId, hash, record),
    update(
      'dynamodb:UpdateItem Indexes',
      indexes.keyHash,
      { hash: record.hash },
      {
        UpdateExpression: 'SET expires_at = :end',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':end': previous.expires_at },
      },
    ),
    ...(record.previous
      ? [remove('dynamodb:DeleteItem Indexes', indexes.keyHash, record.previous)]
      : []),
    auditEntry(actor, keyEvent('key.rotated', owner, record), now),
  ]);
  if (refusal) return undefined;
  return { ...shown({ ...record, previous }, new Map(), now), api_key };
}

/**
 * Gives a key another public key. Tokens of the one before are taken, too, unless it `replaces` that.
 * @returns undefined if the key is unknown
 */
export async function addPublicKey(
  actor: Actor,
  owner: KeyOwner,
  keyId: string,
  publicKey: string,
  replaces: boolean,
  now: Date,
): Promise<Omit<ApiKey, 'api_key'> | undefined> {
  const record = await getApiKey(owner, keyId);
  if (!record) return undefined;
  const [newest] = record.public_keys ?? [];
  const public_keys = newest === undefined || replaces ? [publicKey] : [publicKey, newest];
  const options = { ...record, public_keys, cursor_key: record.cursor_key ?? newCursorKey() };
  const refusal = await tryWrite([
    update('dynamodb:UpdateItem Indexes', indexes.apiKey, keyValues(owner, keyId), {
      UpdateExpression: 'SET public_keys = :public_keys, cursor_key = :cursor_key',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: {
        ':public_keys': public_keys,
        ':cursor_key': options.cursor_key,
      },
    }),
    newest === undefined
      ? putHash(owner, keyId, keyId, options)
      : update(
          'dynamodb:UpdateItem Indexes',
          indexes.keyHash,
          { hash: keyId },
          {
            UpdateExpression: 'SET public_keys = :public_keys',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':public_keys': public_keys },
          },
        ),
    auditEntry(actor, keyEvent('key.rotated', owner, record), now),
  ]);
  return refusal ? undefined : shown(options, new Map(), now);
}

/** Revokes a key at once, unless it is unknown or the last one of its index. */
export async function removeApiKey(
  actor: Actor,
  owner: KeyOwner,
  keyId: string,
  now: Date,
): Promise<'removed' | 'unknown' | 'last'> {
  const record = await getApiKey(owner, keyId);
  if (!record) return 'unknown';
  const refusal = await tryWrite(
    [
      update('dynamodb:UpdateItem Indexes', indexes.keyCount, countValues(owner), {
        UpdateExpression: 'ADD keys_count :minus',
        ConditionExpression: 'keys_count > :one',
        ExpressionAttributeValues: { ':minus': -1, ':one': 1 },
      }),
      remove('dynamodb:DeleteItem Indexes', indexes.apiKey, keyValues(owner, keyId), {
        // Not with another text, which would go on.
        ConditionExpression: '#hash = :hash',
        ExpressionAttributeNames: { '#hash': 'hash' },
        ExpressionAttributeValues: { ':hash': record.hash },
      }),
      ...hashesOf(record).map((hash) =>
        remove('dynamodb:DeleteItem Indexes', indexes.keyHash, { hash }),
      ),
      auditEntry(actor, keyEvent('key.deleted', owner, record), now),
    ],
    2,
  );
  if (!refusal) return 'removed';
  // Another tab may have deleted the same key meanwhile.
  return refusal.failed.includes(1) ? 'unknown' : 'last';
}

/** Keys that are deleted at once. */
const deletedTogether = 10;

/**
 * Revokes the keys that a management key has made, but for those that are the last of their index. May be repeated.
 * @returns ids of those that were deleted and of those that stay
 */
export async function removeKeysMadeBy(
  actor: Actor,
  managementKeyId: string,
  now: Date,
): Promise<{ deleted: string[]; kept: string[] }> {
  const { orgId } = actor;
  const found = await queryAll(
    'dynamodb:Query Indexes',
    indexes.keysOfOrganization,
    { org_id: orgId },
    { range: { beginsWith: 'KEY#' }, consistent: true },
  );
  const made = found.flatMap(({ record }) =>
    record.made_by?.id === managementKeyId ? [record] : [],
  );
  const deleted: string[] = [];
  const kept: string[] = [];
  for (let at = 0; at < made.length; at += deletedTogether) {
    await Promise.all(
      made.slice(at, at + deletedTogether).map(async ({ id, index_id }) => {
        const removal = await removeApiKey(actor, { orgId, indexId: index_id }, id, now);
        (removal === 'last' ? kept : deleted).push(id);
      }),
    );
  }
  return { deleted, kept };
}

/** Keys of an organization by index id, oldest first; only those of one index if it is given. */
export async function listApiKeys(
  orgId: string,
  indexId?: string,
): Promise<Record<string, ApiKey[]>> {
  const found = await queryAll(
    'dynamodb:Query Indexes',
    indexes.keysOfOrganization,
    { org_id: orgId },
    { range: { beginsWith: indexId ? `KEY#${indexId}#` : 'KEY#' }, consistent: true },
  );
  const records = found.map(({ record }) => record);
  records.sort((a, b) => a.creation_date.localeCompare(b.creation_date));
  const byIndex: Record<string, ApiKey[]> = {};
  const uses = await lastUses(records.flatMap(hashesOf));
  const now = new Date();
  const revealed = await Promise.all(
    records.map(async (record) => ({
      indexId: record.index_id,
      key: {
        ...shown(record, uses, now),
        api_key: await decryptApiKey(record.ciphertext, { orgId, indexId: record.index_id }),
      },
    })),
  );
  for (const { indexId: id, key } of revealed) {
    byIndex[id] ??= [];
    byIndex[id].push(key);
  }
  return byIndex;
}

type KeyRecord = RecordOf<typeof indexes.apiKey>;

/** What callers find a key by: hashes of the texts that it has and had before, and its id if it has tenant tokens. */
const hashesOf = ({ id, hash, previous, public_keys }: KeyRecord) => [
  hash,
  ...(previous ? [previous.hash] : []),
  ...(public_keys ? [id] : []),
];

/** A key without its text. `uses` has the last uses by hash. */
function shown(record: KeyRecord, uses: ReadonlyMap<string, string>, now: Date) {
  const { id, creation_date, hash, previous } = record;
  const end = previous && new Date(previous.expires_at * 1000);
  return {
    id,
    creation_date,
    ...kept(record),
    last_used_date: uses.get(hash),
    ...(record.public_keys && { tokens_last_used_date: uses.get(id) }),
    ...(end &&
      end > now && {
        previous: { valid_until: end.toISOString(), last_used_date: uses.get(previous.hash) },
      }),
  };
}

/** Revokes all keys of an organization, or of one of its indexes, at once, then deletes them. */
export async function removeKeysOf(orgId: string, indexId?: string): Promise<void> {
  const values = { org_id: orgId };
  const consistent = { consistent: true };
  const ofIndex = { ...consistent, range: { beginsWith: indexId ? `KEY#${indexId}#` : 'KEY#' } };
  const keys = await queryAll(
    'dynamodb:Query Indexes',
    indexes.keysOfOrganization,
    values,
    ofIndex,
  );
  await deleteItems(
    'dynamodb:BatchWriteItem Indexes',
    keys.flatMap(({ record }) => hashesOf(record).map((hash) => indexes.keyHash.key({ hash }))),
  );
  const counts = indexId
    ? [indexes.keyCount.key({ org_id: orgId, index_id: indexId })]
    : await queryKeys('dynamodb:Query Indexes', indexes.keyCounts, values, consistent);
  await deleteItems('dynamodb:BatchWriteItem Indexes', [...keys.map(({ key }) => key), ...counts]);
}
