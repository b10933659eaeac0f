/**
 * Queries of a day that a key has taken from the quota of its organization, and sends later (ADR 005). What is left is in the item
 * of the key, from which each query takes in the write that it makes anyway.
 */
import { randomBytes } from 'node:crypto';
import { type TransactItems, tryWrite, update } from '#core/storage/writes.ts';
import { indexes } from '#tables/indexes.ts';

/** What a key has. */
export interface Prepaid {
  /** Of the item of the key. */
  hash: string;
  /** The day, and an id: `2026-11-27#…`. What belongs to another round is worth nothing. Absent if it never had one. */
  round: string | undefined;
  /** Below zero where queries were sent that are not paid for. */
  left: number;
}

export const isRoundOf = ({ round }: Prepaid, day: string): boolean =>
  round?.startsWith(`${day}#`) === true;

/** Begins a round with nothing in it, unless another caller has begun one of the day. */
export const beginRound = ({ hash, round }: Prepaid, day: string): Promise<void> =>
  changed(hash, {
    UpdateExpression: 'SET prepaid_round = :next, prepaid = :zero',
    ...(round === undefined
      ? { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(prepaid_round)' }
      : { ConditionExpression: 'prepaid_round = :round' }),
    ExpressionAttributeValues: {
      ':next': `${day}#${randomBytes(9).toString('base64url')}`,
      ':zero': 0,
      ...(round !== undefined && { ':round': round }),
    },
  });

/** Ends the round: the queries that are left are lost. */
export const endRound = ({ hash, round }: Prepaid): Promise<void> =>
  changed(hash, {
    UpdateExpression: 'REMOVE prepaid_round, prepaid',
    ConditionExpression: 'prepaid_round = :round',
    ExpressionAttributeValues: { ':round': round },
  });

/** Adds queries that were taken from the quota, or are given back. They are lost if the round has ended. */
export async function addPrepaid({ hash, round }: Prepaid, queries: number): Promise<void> {
  if (round === undefined) return;
  await changed(hash, {
    UpdateExpression: 'ADD prepaid :queries',
    ConditionExpression: 'prepaid_round = :round',
    ExpressionAttributeValues: { ':queries': queries, ':round': round },
  });
}

/** A transaction, so that a call that the SDK repeats adds nothing twice. */
async function changed(hash: string, change: Parameters<typeof update>[3]): Promise<void> {
  const write: TransactItems = [
    update('dynamodb:UpdateItem Indexes', indexes.keyHash, { hash }, change),
  ];
  await tryWrite(write);
}
