import { newId } from '#core/runtime/ids.ts';
import { type AuditAction, formerMember } from '#shared/audit-actions.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { queryAll, queryKeys, queryPage } from './queries.ts';
import { deleteItems } from './records.ts';
import { put, tryWrite, update, write } from './writes.ts';

/** The acting person and their organization. */
export interface Actor {
  orgId: string;
  user: { item_id: string; full_name: string; email?: string };
}

/** An action and its object. It contains no secrets: ids of keys, but no keys. */
export interface AuditEvent {
  action: AuditAction;
  object: { id: string; name: string };
  details?: Record<string, string>;
}

type AuditRecord = RecordOf<typeof activity.auditEntry>;

const keptSeconds = limits.auditDays * 86_400;

/** The write of an entry, to be made with the change that it records. */
export function auditEntry(
  { orgId, user }: Actor,
  { action, object, details = {} }: AuditEvent,
  now: Date,
) {
  const entry: AuditRecord = {
    item_id: newId('aud'),
    at: now.toISOString(),
    action,
    object,
    details,
    person_id: user.item_id,
    person_name: user.full_name,
    person_email: user.email,
    expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
  };
  const { item_id, at } = entry;
  return put(
    'dynamodb:PutItem Activity',
    activity.auditEntry,
    activity.auditEntry.key({ org_id: orgId, at, item_id }),
    entry,
    { ConditionExpression: 'attribute_not_exists(pk)' },
  );
}

/**
 * Records an action that changes no table. Call it before the action, so that no action is missing in the
 * trail.
 */
export async function recordEvent(actor: Actor, event: AuditEvent, now: Date): Promise<void> {
  // The id is random: only an earlier try, whose answer was lost, can have written it.
  await tryWrite(auditEntry(actor, event, now));
}

export interface AuditFilter {
  action?: AuditAction | undefined;
  personId?: string | undefined;
  /** Days, inclusive: `2026-11-30`. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Entries that one step of a filtered read checks, and largest number of steps for one answer. */
const readAtOnce = 250;
const mostReadings = 4;

/**
 * One page of a trail, newest first. If few entries match the filter, a page may be short or empty and
 * still have a next one.
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
  const entries: { position: string; record: AuditRecord }[] = [];
  let startKey: Record<string, unknown> | undefined;
  for (let reading = 0; reading < mostReadings; reading++) {
    const page = await queryPage(
      'dynamodb:Query Activity',
      activity.auditTrail,
      { org_id: orgId },
      {
        range: { between: [oldest, newest] },
        descending: true,
        limit: filter.action || filter.personId ? readAtOnce : limit + 1,
        filter: filterOf(filter),
        start: startKey,
      },
    );
    entries.push(...page.found);
    const beyond = entries[limit];
    if (beyond) return { entries: entries.slice(0, limit).map(toEntry), next: beyond.position };
    if (!page.next) return { entries: entries.map(toEntry) };
    startKey = page.next;
  }
  const next = String(startKey?.sk);
  return { entries: entries.filter(({ position }) => position !== next).map(toEntry), next };
}

function filterOf({ action, personId }: AuditFilter) {
  if (!action && !personId) return undefined;
  return {
    expression: [
      ...(action ? ['#action = :action'] : []),
      ...(personId ? ['person_id = :person'] : []),
    ].join(' AND '),
    names: action && { '#action': 'action' },
    values: {
      ...(action && { ':action': action }),
      ...(personId && { ':person': personId }),
    },
  };
}

const toEntry = ({ record }: { record: AuditRecord }): AuditEntry => ({
  item_id: record.item_id,
  at: record.at,
  action: record.action,
  object: record.object,
  details: record.details,
  person: {
    user_id: record.person_id,
    full_name: record.person_name,
    email: record.person_email,
  },
});

/** Entries about a person, as actor or as object, including earlier memberships of the same address. */
const entriesOf = (orgId: string, { item_id, email }: { item_id: string; email: string }) =>
  queryAll(
    'dynamodb:Query Activity',
    activity.auditTrail,
    { org_id: orgId },
    {
      filter: {
        expression:
          'person_id = :id OR person_email = :email OR #object.#id = :id OR #object.#name = :email',
        names: { '#object': 'object', '#id': 'id', '#name': 'name' },
        values: { ':id': item_id, ':email': email },
      },
    },
  );

/** All entries of a trail about a person, oldest first. */
export async function listAuditOf(
  orgId: string,
  user: { item_id: string; email: string },
): Promise<AuditEntry[]> {
  return (await entriesOf(orgId, user)).map(toEntry);
}

/** What some actions of a trail were about, since a day. */
export async function objectsOf(
  orgId: string,
  actions: readonly AuditAction[],
  from: string,
): Promise<string[]> {
  const found = await queryAll(
    'dynamodb:Query Activity',
    activity.auditTrail,
    { org_id: orgId },
    { range: { between: [from, '~'] } },
  );
  return found.flatMap(({ record }) => (actions.includes(record.action) ? [record.object.id] : []));
}

/** Removes a person's name and address from a trail. */
export async function forgetPerson(
  orgId: string,
  user: { item_id: string; email: string },
): Promise<void> {
  for (const { record } of await entriesOf(orgId, user)) {
    const { person_id, person_email, object } = record;
    const acts = person_id === user.item_id || person_email === user.email;
    const isObject = object.id === user.item_id || object.name === user.email;
    const assignments = [
      ...(acts ? ['person_name = :former'] : []),
      ...(isObject ? ['#object.#name = :former'] : []),
    ];
    await write(
      update(
        'dynamodb:UpdateItem Activity',
        activity.auditEntry,
        { org_id: orgId, at: record.at, item_id: record.item_id },
        {
          UpdateExpression: `SET ${assignments.join(', ')}${acts ? ' REMOVE person_email' : ''}`,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: isObject ? { '#object': 'object', '#name': 'name' } : undefined,
          ExpressionAttributeValues: { ':former': formerMember },
        },
      ),
    );
  }
}

/** Deletes the trail of an organization that has ended. */
export async function deleteAuditOf(orgId: string): Promise<void> {
  const keys = await queryKeys('dynamodb:Query Activity', activity.auditTrail, { org_id: orgId });
  await deleteItems('dynamodb:BatchWriteItem Activity', keys);
}
