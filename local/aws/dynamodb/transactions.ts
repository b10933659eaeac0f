import { createHash } from 'node:crypto';
import type { Clock } from '#local/clock.ts';
import { AwsError } from '../service.ts';
import { run, validate } from './operations.ts';
import type { Storage } from './storage.ts';
import { type Item, itemKey, type Tables } from './tables.ts';
import { WriteSet } from './write-set.ts';

type Input = Record<string, unknown>;

/** How long DynamoDB remembers a `ClientRequestToken`. */
const TOKEN_LIFETIME_SECONDS = 600;
const MAX_ITEMS = 100;

/** A condition check is a deletion whose effect is thrown away: dynalite evaluates its condition. */
const OPERATION_OF: Record<string, string> = {
  ConditionCheck: 'DeleteItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
};

interface Reason {
  Code: string;
  Message?: string;
  Item?: Item;
}

/** One part of a transaction as `[kind, input]`, for instance `['Put', { TableName, Item }]`. */
export function partsOf(input: Input): [kind: string, input: Input][] {
  const parts = input.TransactItems;
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > MAX_ITEMS) {
    throw new AwsError('ValidationException', `TransactItems must have 1 to ${MAX_ITEMS} members`);
  }
  return parts.map((part: Record<string, Input>) => {
    const [entry, ...more] = Object.entries(part).filter(([, value]) => value != null);
    if (!entry || more.length > 0) {
      throw new AwsError(
        'ValidationException',
        'TransactItems can only contain one of Check, Put, Update or Delete',
      );
    }
    return entry;
  });
}

/**
 * `TransactWriteItems`: every condition is checked, then everything is committed in one step. The
 * caller makes sure that no other write runs meanwhile.
 */
export async function transactWrite(
  input: Input,
  storage: Storage,
  tables: Tables,
  clock: Clock,
): Promise<object> {
  refuseUnknown(input, ['TransactItems', 'ClientRequestToken']);
  const now = clock.now() / 1000;
  const token = input.ClientRequestToken as string | undefined;
  const hash = createHash('sha256').update(JSON.stringify(input.TransactItems)).digest('hex');
  if (token) {
    const earlier = storage.get('token', token) as { hash: string; until: number } | undefined;
    if (earlier && earlier.until > now) {
      if (earlier.hash === hash) return {};
      throw new AwsError(
        'IdempotentParameterMismatchException',
        'The client request token was used with different parameters',
      );
    }
  }
  const writes = new WriteSet(storage, tables);
  const discarded = new WriteSet(storage, tables);
  const parts = partsOf(input).map(([kind, part]) =>
    prepare(kind, part, writes, discarded, tables),
  );
  if (new Set(parts.map((part) => part.id)).size < parts.length) {
    throw new AwsError(
      'ValidationException',
      'Transaction request cannot include multiple operations on one item',
    );
  }
  const reasons: Reason[] = [];
  for (const part of parts) reasons.push(await part.run());
  if (reasons.some((reason) => reason.Code !== 'None')) throw cancelled(reasons);
  if (token) {
    const until = now + TOKEN_LIFETIME_SECONDS;
    writes.add({ space: 'token', key: token, value: { hash, until }, expiresAt: until });
  }
  writes.commit();
  return {};
}

function prepare(kind: string, part: Input, writes: WriteSet, discarded: WriteSet, tables: Tables) {
  const operation = OPERATION_OF[kind];
  if (!operation) {
    throw new AwsError('ValidationException', `TransactWriteItems: unknown member ${kind}`);
  }
  const table = tables.get(part.TableName);
  const { ReturnValuesOnConditionCheckFailure: returned, ...rest } = part;
  const data = validate(operation, { ...rest, TableName: table.TableName }, writes);
  if (kind === 'ConditionCheck' && !data.ConditionExpression) {
    throw new AwsError('ValidationException', 'ConditionCheck needs a ConditionExpression');
  }
  const key = itemKey(table, data);
  const target = kind === 'ConditionCheck' ? discarded : writes;
  return {
    id: `${table.TableName}/${key}`,
    async run(): Promise<Reason> {
      try {
        await run(operation, data, target);
        return { Code: 'None' };
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        if (error.code === 'ConditionalCheckFailedException') {
          const item = returned === 'ALL_OLD' ? writes.stored(table, key!) : undefined;
          return { Code: 'ConditionalCheckFailed', Message: error.message, Item: item };
        }
        return { Code: 'ValidationError', Message: error.message };
      }
    },
  };
}

function refuseUnknown(input: Input, known: string[]): void {
  const unknown = Object.keys(input).filter((member) => !known.includes(member));
  if (unknown.length === 0) return;
  throw new AwsError('ValidationException', `Transactions: not emulated: ${unknown.join(', ')}`);
}

function cancelled(reasons: Reason[]): AwsError {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  return new AwsError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    400,
    { CancellationReasons: reasons },
  );
}
