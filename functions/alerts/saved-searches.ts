/** Searches that people keep. A count beside them keeps an organization within its limit. */
import { oneMore } from '#core/storage/counts.ts';
import { queryAll } from '#core/storage/queries.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, tryUpdate, tryWrite, update } from '#core/storage/writes.ts';
import type { AlertFrequency, AlertProblem } from '#shared/contract/saved-searches.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { lists } from '#tables/lists.ts';
import { nextDue } from './due-times.ts';

export type SavedSearchRecord = RecordOf<typeof lists.savedSearch>;

/** Names a saved search. */
export type SavedSearchKey = Pick<SavedSearchRecord, 'org_id' | 'user_id' | 'search_id'>;

export const getSavedSearch = (key: SavedSearchKey): Promise<SavedSearchRecord | undefined> =>
  getRecord('dynamodb:GetItem Lists', lists.savedSearch, key);

/** What somebody has saved, in no order that means anything. */
export async function searchesBy(orgId: string, userId: string): Promise<SavedSearchRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Lists',
    lists.savedBy,
    { org_id: orgId },
    { range: { beginsWith: `${userId}#` }, consistent: true },
  );
  return found.flatMap((one) => (one.entity === 'savedSearch' ? [one.record] : []));
}

/** Alerts that are run by a clock and are due, or all that wait for a new version of their index. */
export async function dueAlerts(
  frequency: Exclude<AlertFrequency, 'never'>,
  now: Date,
): Promise<SavedSearchRecord[]> {
  const due = frequency === 'delivery' ? {} : { range: { below: now.toISOString() } };
  const found = await queryAll('dynamodb:Query Lists', lists.alerts, { frequency }, due);
  return found.map(({ record }) => record);
}

/** Where an alert stands that is due at `due`. */
const alertKeys = ({ frequency, search_id, index_id }: SavedSearchRecord, due: Date) =>
  lists.alerts.keys({
    frequency,
    search_id,
    due: frequency === 'delivery' ? index_id : due.toISOString(),
  });

/** Stores a new search, whose alert is due at once; false when the organization has as many as it may. */
export async function putSavedSearch(record: SavedSearchRecord): Promise<boolean> {
  const counted = update(
    'dynamodb:UpdateItem Lists',
    lists.savedSearchCount,
    { org_id: record.org_id },
    oneMore('saved', limits.savedSearchesPerOrganization),
  );
  const keys = {
    ...lists.savedSearch.key(record),
    ...(record.frequency !== 'never' && alertKeys(record, new Date(record.created_at))),
  };
  return !(await tryWrite([
    counted,
    put('dynamodb:PutItem Lists', lists.savedSearch, keys, record, {
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  ]));
}

/** Deletes a search with all that its alert knows; false when it is gone. */
export async function removeSavedSearch(key: SavedSearchKey): Promise<boolean> {
  return !(await tryWrite([
    remove('dynamodb:DeleteItem Lists', lists.savedSearch, key, {
      ConditionExpression: 'attribute_exists(pk)',
    }),
    remove('dynamodb:DeleteItem Lists', lists.knownRows, key),
    update('dynamodb:UpdateItem Lists', lists.savedSearchCount, key, {
      UpdateExpression: 'ADD saved :less',
      ExpressionAttributeValues: { ':less': -1 },
    }),
  ]));
}

/** Fields that change after a search was saved. A problem of null is taken away. */
type Changes = Partial<
  Pick<
    SavedSearchRecord,
    'name' | 'frequency' | 'version' | 'checked_at' | 'found' | 'told' | 'told_at'
  >
> & { problem?: AlertProblem | null };

/** When an alert is run for the next time. */
type Due = Date | 'never' | 'as before';

/** The write that changes a search. Refused if it is gone, or has another frequency than `seen`. */
function changeOf(seen: SavedSearchRecord, { problem, ...changes }: Changes, due: Due) {
  const keys = due instanceof Date ? alertKeys({ ...seen, ...changes }, due) : {};
  const fields = { ...changes, ...keys, ...(problem && { problem }) };
  const assignments = Object.keys(fields).map((name) => `#${name} = :${name}`);
  const removed = [
    ...(problem === null ? ['problem'] : []),
    ...(due === 'never' ? ['gsi1pk', 'gsi1sk'] : []),
  ];
  const parts = [
    assignments.length > 0 && `SET ${assignments.join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.join(', ')}`,
  ];
  return update('dynamodb:UpdateItem Lists', lists.savedSearch, seen, {
    UpdateExpression: parts.filter(Boolean).join(' '),
    // The SDK repeats a call whose answer is lost, which then meets the frequency that it has set.
    ConditionExpression: 'attribute_exists(pk) AND #frequency IN (:seen, :wanted)',
    ExpressionAttributeNames: Object.fromEntries(
      [...Object.keys(fields), 'frequency'].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
      ':seen': seen.frequency,
      ':wanted': changes.frequency ?? seen.frequency,
    },
  });
}

/** Changes a search; undefined if it is gone or was changed since it was `seen`. */
export const changeSavedSearch = (
  seen: SavedSearchRecord,
  changes: Changes,
  due: Due,
): Promise<SavedSearchRecord | undefined> =>
  tryUpdate(lists.savedSearch, changeOf(seen, changes, due));

/** Notes what a run of an alert has found, with the rows that it knows from now on. Does nothing if it was changed meanwhile. */
export async function noteRun(
  seen: SavedSearchRecord,
  changes: Changes,
  due: Due,
  rows: string[],
): Promise<void> {
  await tryWrite([
    changeOf(seen, changes, due),
    put('dynamodb:PutItem Lists', lists.knownRows, lists.knownRows.key(seen), { rows }),
  ]);
}

/** When an alert is due after it was run at `now`. The time of one that waits for a delivery means nothing. */
export const dueAfter = (frequency: AlertFrequency, now: Date): Due =>
  frequency === 'delivery' ? now : (nextDue(frequency, now) ?? 'never');

/** Rows that an alert knows; undefined before it was run. */
export const getKnownRows = async (key: SavedSearchKey): Promise<string[] | undefined> =>
  (await getRecord('dynamodb:GetItem Lists', lists.knownRows, key))?.rows;
