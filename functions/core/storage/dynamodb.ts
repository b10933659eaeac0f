import { setTimeout as sleep } from 'node:timers/promises';
import {
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callLimits } from '#core/runtime/call-limits.ts';
import { ProductError } from '#shared/errors.ts';

const maxAttempts = 6;
const firstPauseMs = 25;

/**
 * DynamoDB refuses a write of an item that a transaction is writing, and the other way round, and transactions of
 * tables that are asked too much. Nothing is written then, and the SDK does not try again. This code tries again after
 * a growing random pause, so that the same two writes do not collide again. Throws `Busy` if that does not end.
 */
async function throughConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === maxAttempts) throw new ProductError('Busy');
      await sleep(Math.random() * firstPauseMs * 2 ** attempt);
    }
  }
}

/** Why DynamoDB cancels a transaction that it may take in a moment. */
const passing = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/** Whether a conflict with another transaction, or too many calls, was the only reason. */
function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  const isPassing = codes.some((code) => passing.includes(code ?? ''));
  return isPassing && !codes.includes('ConditionalCheckFailed');
}

const client = new DynamoDBClient(callLimits());
client.middlewareStack.add((next) => (args) => throughConflicts(() => next(args)), {
  step: 'finalizeRequest',
  priority: 'high',
  name: 'throughConflicts',
});

/** The document client of this function instance. Its writes retry what conflicts with transactions. */
export const dynamodb = DynamoDBDocumentClient.from(client, {
  // Records contain maps with keys that customers chose. A map with the key "constructor" looks like a class.
  marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
});
