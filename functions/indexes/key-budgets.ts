/** What restricted keys have used of limits of their own, beside those of every key. */
import { getRecord } from '#core/storage/records.ts';
import { type BucketPolicy, type Taken, takeToken } from '#core/storage/token-bucket.ts';
import { tryUpdate, update } from '#core/storage/writes.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { indexes } from '#tables/indexes.ts';

type Budget = RecordOf<typeof indexes.keyBudget>;

const daySeconds = 86_400;

const change = (budgetId: string, changed: Parameters<typeof update>[3]) =>
  tryUpdate(
    indexes.keyBudget,
    update('dynamodb:UpdateItem Indexes', indexes.keyBudget, { budget_id: budgetId }, changed),
  );

/** When a budget that is used now says nothing any more. */
const endOf = (nowMs: number) => Math.ceil(nowMs / 1000) + 2 * daySeconds;

/** Takes a call from what a key may send in some seconds. */
export const takeOfSecond = (
  budgetId: string,
  policy: BucketPolicy,
  nowMs: number,
): Promise<Taken<Budget>> =>
  takeToken(
    {
      read: () => getRecord('dynamodb:GetItem Indexes', indexes.keyBudget, { budget_id: budgetId }),
      change: (changed) => change(budgetId, changed),
      set: { expires_at: endOf(nowMs) },
    },
    policy,
    nowMs,
  );

/**
 * Takes queries from the budget of a day (UTC): all of them or none.
 * @param today `2026-11-22`
 * @returns how many are left; undefined if there are not so many
 */
export async function takeOfDay(
  budgetId: string,
  queries: number,
  most: number,
  today: string,
  nowMs: number,
): Promise<number | undefined> {
  if (queries > most) return undefined;
  const add = (condition: string, value: string) =>
    change(budgetId, {
      UpdateExpression: `SET #day = :today, queries = ${value}, expires_at = :end`,
      ConditionExpression: condition,
      ExpressionAttributeNames: { '#day': 'day' },
      ExpressionAttributeValues: {
        ':today': today,
        ':queries': queries,
        ':end': endOf(nowMs),
        ...(value !== ':queries' && { ':left': most - queries }),
      },
    });
  const isOfToday = '#day = :today AND queries <= :left';
  // The second write begins a day. When another caller has just done so, the third one counts.
  const after =
    (await add(isOfToday, 'queries + :queries')) ??
    (await add('attribute_not_exists(#day) OR #day < :today', ':queries')) ??
    (await add(isOfToday, 'queries + :queries'));
  return after && most - after.queries!;
}

/** Gives queries of a day back, unless that is over. */
export async function giveBackOfDay(budgetId: string, queries: number, day: string): Promise<void> {
  await change(budgetId, {
    UpdateExpression: 'SET queries = queries - :queries',
    ConditionExpression: '#day = :day AND queries >= :queries',
    ExpressionAttributeNames: { '#day': 'day' },
    ExpressionAttributeValues: { ':day': day, ':queries': queries },
  });
}
