/**
 * Table `Activity`, part 2: the audit trail. Entries are only ever added, in the transaction of the
 * change they tell of where there is one, and expire (`expires_at`, seconds). Erasures alone change
 * them: who asked to be forgotten is.
 *
 * | access pattern                        | pk             | sk         |
 * |---------------------------------------|----------------|------------|
 * | trail of an organisation, newest first | AUDIT#{org_id} | {at}#{id} |
 *
 * Actions and people are filters on that: a trail is read rarely, and written with every change.
 */
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { newId } from '#functions/runtime/ids.ts';
import { type AuditAction, formerMember } from '#shared/audit-actions.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { limits } from '#shared/limits.ts';
import type { UserRecord } from './accounts.ts';
import { deleteItems, dynamodb, queryAll, type TransactItems } from './dynamodb.ts';

/** Who acts, in which organisation. */
export interface Actor {
  orgId: string;
  user: Pick<UserRecord, 'item_id' | 'full_name'> & { email?: string };
}

/** What happened to what. Never a secret: ids of keys, no keys. */
export interface Deed {
  action: AuditAction;
  object: { id: string; name: string };
  details?: Record<string, string>;
}

interface AuditItem extends Omit<AuditEntry, 'person'> {
  pk: string;
  sk: string;
  person_id: string;
  person_name: string;
  person_email?: string;
  expires_at: number;
}

const trailKey = (orgId: string) => `AUDIT#${orgId}`;
const keptSeconds = limits.auditDays * 86_400;

/** The write of an entry, to be made with the one it tells of. */
export function auditEntry(
  { orgId, user }: Actor,
  { action, object, details = {} }: Deed,
  now: Date,
): { Put: NonNullable<TransactItems[number]['Put']> } {
  const item_id = newId('aud');
  const at = now.toISOString();
  const Item: AuditItem = {
    pk: trailKey(orgId),
    sk: `${at}#${item_id}`,
    ...{ item_id, at, action, object, details },
    person_id: user.item_id,
    person_name: user.full_name,
    person_email: user.email,
    expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
  };
  const ConditionExpression = 'attribute_not_exists(pk)';
  return { Put: { TableName: tableName('Activity'), Item, ConditionExpression } };
}

/** Records what is no change of a table. Before it is done: what was done is then never missing. */
export async function recordDeed(actor: Actor, deed: Deed, now: Date): Promise<void> {
  await dynamodb.send(new PutCommand(auditEntry(actor, deed, now).Put));
}

export interface AuditFilter {
  action?: AuditAction | undefined;
  personId?: string | undefined;
  /** Days, inclusive: `2026-11-30`. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Entries that one step of a filtered reading looks at, and steps of one answer. */
const readAtOnce = 250;
const mostReadings = 4;

/**
 * One page of a trail, newest first. Where few entries fit the filter a page may be short or empty
 * and still have a next one.
 * @param start position at which the page starts: `next` of the page before
 */
export async function listAudit(
  orgId: string,
  filter: AuditFilter,
  limit: number,
  start?: string,
): Promise<{ entries: AuditEntry[]; next?: string | undefined }> {
  const oldest = filter.from ?? '0';
  // Every time of a day sorts before the day with a tilde.
  const newest = [`${filter.to ?? ''}~`, start ?? '~'].toSorted()[0]!;
  if (newest < oldest) return { entries: [] };
  const found: AuditItem[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  for (let reading = 0; reading < mostReadings; reading++) {
    const page = await dynamodb.send(
      new QueryCommand({
        TableName: tableName('Activity'),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :oldest AND :newest',
        ...filterExpression(filter, {
          ':pk': trailKey(orgId),
          ':oldest': oldest,
          ':newest': newest,
        }),
        ScanIndexForward: false,
        Limit: filter.action || filter.personId ? readAtOnce : limit + 1,
        ExclusiveStartKey,
      }),
    );
    found.push(...((page.Items ?? []) as AuditItem[]));
    const beyond = found[limit];
    if (beyond) return { entries: found.slice(0, limit).map(toEntry), next: beyond.sk };
    if (!page.LastEvaluatedKey) return { entries: found.map(toEntry) };
    ExclusiveStartKey = page.LastEvaluatedKey;
  }
  const next = String(ExclusiveStartKey?.sk);
  return { entries: found.filter(({ sk }) => sk !== next).map(toEntry), next };
}

function filterExpression({ action, personId }: AuditFilter, values: Record<string, string>) {
  const conditions = [
    ...(action ? ['#action = :action'] : []),
    ...(personId ? ['person_id = :person'] : []),
  ];
  return {
    FilterExpression: conditions.length ? conditions.join(' AND ') : undefined,
    ExpressionAttributeNames: action && { '#action': 'action' },
    ExpressionAttributeValues: {
      ...values,
      ...(action && { ':action': action }),
      ...(personId && { ':person': personId }),
    },
  };
}

const toEntry = ({ item_id, at, action, object, details, ...item }: AuditItem): AuditEntry => ({
  ...{ item_id, at, action, object, details },
  person: { user_id: item.person_id, full_name: item.person_name, email: item.person_email },
});

/** Entries in which somebody acts, or something is done to them; in earlier memberships by the same address too. */
const entriesOf = (orgId: string, { item_id, email }: { item_id: string; email: string }) =>
  queryAll({
    TableName: tableName('Activity'),
    KeyConditionExpression: 'pk = :pk',
    FilterExpression:
      'person_id = :id OR person_email = :email OR #object.#id = :id OR #object.#name = :email',
    ExpressionAttributeNames: { '#object': 'object', '#id': 'id', '#name': 'name' },
    ExpressionAttributeValues: { ':pk': trailKey(orgId), ':id': item_id, ':email': email },
  });

/** Everything that a trail tells of somebody, oldest first. */
export async function listAuditOf(
  orgId: string,
  user: { item_id: string; email: string },
): Promise<AuditEntry[]> {
  const items = await entriesOf(orgId, user);
  return items.map((item) => toEntry(item as unknown as AuditItem));
}

/** Takes name and address of somebody out of a trail. */
export async function forgetPerson(
  orgId: string,
  user: { item_id: string; email: string },
): Promise<void> {
  for (const item of await entriesOf(orgId, user)) {
    const { pk, sk, person_id, person_email, object } = item as unknown as AuditItem;
    const acts = person_id === user.item_id || person_email === user.email;
    const isObject = object.id === user.item_id || object.name === user.email;
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Activity'),
        Key: { pk, sk },
        UpdateExpression: [
          `SET ${[...(acts ? ['person_name = :former'] : []), ...(isObject ? ['#object.#name = :former'] : [])].join(', ')}`,
          ...(acts ? ['REMOVE person_email'] : []),
        ].join(' '),
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: isObject ? { '#object': 'object', '#name': 'name' } : undefined,
        ExpressionAttributeValues: { ':former': formerMember },
      }),
    );
  }
}

/** Deletes the trail of an organisation that is no more. */
export async function deleteAuditOf(orgId: string): Promise<void> {
  const items = await queryAll({
    TableName: tableName('Activity'),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': trailKey(orgId) },
    ProjectionExpression: 'pk, sk',
  });
  await deleteItems(tableName('Activity'), items);
}
