/** Records of sources. What a worker writes needs its claim; what people change does not. */
import { newId } from '#core/runtime/ids.ts';
import { queryAll } from '#core/storage/queries.ts';
import { getRecord } from '#core/storage/records.ts';
import {
  put,
  remove,
  type TransactItems,
  tryUpdate,
  tryWrite,
  update,
} from '#core/storage/writes.ts';
import { datasets } from '#tables/datasets.ts';
import type { RecordOf } from '#tables/define-table.ts';
import type { SourceRef } from './source-queue.ts';
import { sourceSettings } from './source-settings.ts';

export type SourceRecord = RecordOf<typeof datasets.source>;
export type SourceWork = NonNullable<SourceRecord['work']>;

export const getSource = (ref: SourceRef): Promise<SourceRecord | undefined> =>
  getRecord('dynamodb:GetItem Datasets', datasets.source, ref);

export async function listSources(orgId: string): Promise<SourceRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Datasets',
    datasets.sources,
    { org_id: orgId },
    { range: { beginsWith: 'SOURCE#' }, consistent: true },
  );
  return found.map(({ record }) => record);
}

/** Sources that somebody has to look after: those that are asked at a time, and those whose worker may have been cut short. */
export async function dueSources(now: Date): Promise<SourceRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Datasets',
    datasets.dueSources,
    {},
    { range: { below: now.toISOString() } },
  );
  return found.map(({ record }) => record);
}

const dueKeys = ({ source_id }: Pick<SourceRecord, 'source_id'>, due: Date) =>
  datasets.dueSources.keys({ source_id, due: due.toISOString() });

/** Seconds after which `ask-sources` looks at a source that is in the queue. */
const lookAfterSeconds = 120;
const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** What a fetch begins with. */
export const begunFetch = (now: Date) => ({
  state: 'fetching' as const,
  fetch_id: newId('req'),
  begun_at: now.toISOString(),
  worker: '',
  leased_until: now.toISOString(),
  tries: 0,
});

/** Stores a source that is fetched at once. @returns false if the one that it replaces is being fetched */
export async function putSource(
  record: SourceRecord,
  also: TransactItems,
  now: Date,
): Promise<boolean> {
  const keys = { ...datasets.source.key(record), ...dueKeys(record, later(now, lookAfterSeconds)) };
  return !(await tryWrite([
    put('dynamodb:PutItem Datasets', datasets.source, keys, record, {
      ConditionExpression: 'attribute_not_exists(pk) OR #state <> :fetching',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':fetching': 'fetching' },
    }),
    ...also,
  ]));
}

/** Fields that change; one that is undefined is taken away. */
type Changes = { [Name in keyof SourceRecord]?: SourceRecord[Name] | undefined };
/** When somebody has to look after it. */
type Due = Date | 'never' | 'as before';

interface Asked {
  expression: string;
  values?: Record<string, unknown>;
}

function changeOf(seen: SourceRef, changes: Changes, due: Due, asked: Asked) {
  const keys = due instanceof Date ? dueKeys(seen, due) : {};
  const all: Record<string, unknown> = { ...changes, ...keys };
  const set = Object.keys(all).filter((name) => all[name] !== undefined);
  const removed = [
    ...Object.keys(all).filter((name) => all[name] === undefined),
    ...(due === 'never' ? ['gsi1pk', 'gsi1sk'] : []),
  ];
  const expression = [
    set.length > 0 && `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
  ];
  const named = [...asked.expression.matchAll(/#(\w+)/g)].map(([, name]) => name!);
  const names = new Set([...set, ...removed, ...named]);
  return update('dynamodb:UpdateItem Datasets', datasets.source, seen, {
    UpdateExpression: expression.filter(Boolean).join(' '),
    ConditionExpression: asked.expression,
    ExpressionAttributeNames: Object.fromEntries([...names].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map((name) => [`:${name}`, all[name]])),
      ...asked.values,
    },
  });
}

const changed = (seen: SourceRef, changes: Changes, due: Due, asked: Asked) =>
  tryUpdate(datasets.source, changeOf(seen, changes, due, asked));

/** Changes what people choose; undefined if it is gone. */
export const changeChoices = (
  seen: SourceRecord,
  changes: Pick<Changes, 'every' | 'rebuilds' | 'next_at'>,
): Promise<SourceRecord | undefined> => {
  const { next_at } = changes;
  // While it is fetched or built from, that decides when to look after it.
  const isBusy = seen.state === 'fetching' || seen.to_rebuild !== undefined;
  const due =
    isBusy || !('next_at' in changes) ? 'as before' : next_at ? new Date(next_at) : 'never';
  return changed(seen, changes, due, { expression: 'attribute_exists(#pk)' });
};

/** Begins a fetch; undefined if the source is gone, or one runs. If the call is repeated, the condition finds this one. */
export const beginFetch = (
  seen: SourceRecord,
  changes: Pick<Changes, 'author' | 'author_id' | 'auth_user_id'>,
  now: Date,
): Promise<SourceRecord | undefined> => {
  const begun = begunFetch(now);
  return changed(seen, { ...changes, ...begun }, later(now, lookAfterSeconds), {
    expression: 'attribute_exists(#pk) AND (#state <> :state OR #fetch_id = :fetch_id)',
  });
};

/** Gives a source to this worker, for a while; undefined if it has nothing to do, or another worker holds it. */
export const claimSource = (ref: SourceRef, now: Date): Promise<SourceRecord | undefined> => {
  const until = later(now, sourceSettings.leaseSeconds);
  return changed(
    ref,
    { worker: newId('wrk'), leased_until: until.toISOString() },
    later(until, lookAfterSeconds),
    {
      expression:
        '(#state = :fetching OR attribute_exists(#to_rebuild)) AND (#leased_until <= :now OR #worker = :worker)',
      values: { ':fetching': 'fetching', ':now': now.toISOString() },
    },
  );
};

/** A change of the worker that holds a source; undefined if it has lost it. */
export const heldChange = (record: SourceRecord, changes: Changes, due: Due = 'as before') =>
  changed(record, changes, due, {
    expression: '#worker = :holder',
    values: { ':holder': record.worker },
  });

/** Lets another worker go on, after a while. */
export const releaseSource = (record: SourceRecord, tries: number, now: Date, delaySeconds = 0) =>
  heldChange(
    record,
    { leased_until: now.toISOString(), tries },
    later(now, delaySeconds + lookAfterSeconds),
  );

export const deleteSource = async (ref: SourceRef, also: TransactItems): Promise<boolean> =>
  !(await tryWrite([
    remove('dynamodb:DeleteItem Datasets', datasets.source, ref, {
      ConditionExpression: 'attribute_exists(pk)',
    }),
    ...also,
  ]));

const dayMs = 86_400_000;

/** When a source is asked next: in the rhythm of the time before, if there was one. */
export function nextAfter(
  { every, next_at }: Pick<SourceRecord, 'every' | 'next_at'>,
  now: Date,
): string | undefined {
  if (every === 'once') return undefined;
  const step = every === 'daily' ? dayMs : 7 * dayMs;
  let next = next_at ? Date.parse(next_at) : now.getTime() + step;
  while (next <= now.getTime()) next += step;
  return new Date(next).toISOString();
}
