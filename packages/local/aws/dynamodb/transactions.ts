import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AwsError, type Permission } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { type ActionName, type Input, run, validate } from './actions.ts';
import type { Storage } from './storage.ts';
import { type Item, itemKey, type Tables } from './tables.ts';
import { WriteSet } from './write-set.ts';

/** How long DynamoDB remembers a `ClientRequestToken`. */
const tokenLifetimeSeconds = 600;
const maxItems = 100;

interface Kind {
  /**
   * The action of dynalite for this part. A check runs as a deletion whose effect is dropped; only its
   * condition matters.
   */
  run: ActionName;
  /** IAM's action: that of the single operation, not the transaction's own name. */
  action: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  ConditionCheck: { run: 'DeleteItem', action: 'dynamodb:ConditionCheckItem' },
  Put: { run: 'PutItem', action: 'dynamodb:PutItem' },
  Update: { run: 'UpdateItem', action: 'dynamodb:UpdateItem' },
  Delete: { run: 'DeleteItem', action: 'dynamodb:DeleteItem' },
};

interface Reason {
  Code: string;
  Message?: string;
  Item?: Item | undefined;
}

const part = z
  .strictObject({
    TableName: z.string(),
    Key: z.unknown().optional(),
    Item: z.unknown().optional(),
    UpdateExpression: z.unknown().optional(),
    ConditionExpression: z.unknown().optional(),
    ExpressionAttributeNames: z.unknown().optional(),
    ExpressionAttributeValues: z.unknown().optional(),
    ReturnValuesOnConditionCheckFailure: z.enum(['NONE', 'ALL_OLD']).optional(),
  })
  .optional();

export const transactionInput = z.strictObject({
  TransactItems: z
    .array(
      z
        .strictObject({ ConditionCheck: part, Put: part, Update: part, Delete: part })
        .refine((item) => Object.values(item).filter(Boolean).length === 1, {
          error: 'TransactItems can only contain one of Check, Put, Update or Delete',
        })
        .transform((item) => Object.entries(item).find(([, one]) => one)!),
    )
    .min(1)
    .max(maxItems),
  ClientRequestToken: z.string().optional(),
});

type Transaction = z.output<typeof transactionInput>;

/** The permissions that the parts of a transaction need. */
export const permissionsOfTransaction = ({ TransactItems }: Transaction, tables: Tables) =>
  TransactItems.map(
    ([kind, { TableName }]): Permission => ({
      action: kinds[kind]!.action,
      resource: tables.get(TableName).TableArn,
    }),
  );

/**
 * `TransactWriteItems`: every condition is checked, then everything is committed in one step. The
 * caller makes sure that no other write runs meanwhile.
 */
export async function transactWrite(
  { TransactItems, ClientRequestToken: token }: Transaction,
  storage: Storage,
  tables: Tables,
  clock: Clock,
): Promise<object> {
  const now = clock.now() / 1000;
  const hash = createHash('sha256').update(JSON.stringify(TransactItems)).digest('hex');
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
  const parts = TransactItems.map(([kind, item]) => prepare(kind, item, writes, discarded, tables));
  if (new Set(parts.map((one) => one.id)).size < parts.length) {
    throw new AwsError(
      'ValidationException',
      'Transaction request cannot include multiple operations on one item',
    );
  }
  const reasons: Reason[] = [];
  for (const one of parts) reasons.push(await one.run());
  if (reasons.some((reason) => reason.Code !== 'None')) throw cancelled(reasons);
  if (token) {
    const until = now + tokenLifetimeSeconds;
    writes.add({ space: 'token', key: token, value: { hash, until }, expiresAt: until });
  }
  writes.commit();
  return {};
}

/** Validates one part of a transaction. `run` returns why it fails, or that it succeeds. */
function prepare(
  kind: string,
  { ReturnValuesOnConditionCheckFailure: returned, ...input }: Input,
  writes: WriteSet,
  discarded: WriteSet,
  tables: Tables,
) {
  const operation = kinds[kind]!.run;
  const table = tables.get(input.TableName);
  const data = validate(operation, input, writes);
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

function cancelled(reasons: Reason[]): AwsError {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  return new AwsError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    400,
    { CancellationReasons: reasons },
  );
}
