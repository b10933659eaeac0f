import type { Resource } from '#local/assembly/resource.ts';
import type { Clock } from '#local/clock.ts';
import { AwsError, type RpcService } from '../service.ts';
import { describeTable, migrate } from './declaration.ts';
import { OPERATIONS, run, validate } from './operations.ts';
import { permissionsOf } from './permissions.ts';
import { Storage } from './storage.ts';
import { itemKey, type TableDescription, Tables } from './tables.ts';
import { transactWrite } from './transactions.ts';
import { WriteSet } from './write-set.ts';

type Input = Record<string, unknown>;

const CONDITIONAL_WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * DynamoDB on one machine: dynalite's expressions, validation and operations over a SQLite file.
 * Writes run one after another and commit atomically with their index entries, so that transactions
 * are serialisable and never meet a conflict (a real table may answer `TransactionConflict`).
 * Not emulated: streams, PartiQL, throttling, eventual consistency (every read is consistent).
 */
export async function openDynamoDB(options: {
  dataDir: string;
  clock: Clock;
}): Promise<RpcService> {
  const { clock } = options;
  const storage = new Storage(options.dataDir);
  const tables = new Tables();
  // A table that left the template stays, as a retained one does, and goes on expiring items.
  for (const { value } of storage.values('table')) tables.set(value as TableDescription);
  let lastWrite: Promise<unknown> = Promise.resolve();

  /** Runs `body` when every write before it has ended. */
  function inTurn<T>(body: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(body);
    lastWrite = result.catch(() => {});
    return result;
  }

  async function expire(): Promise<void> {
    const now = clock.now() / 1000;
    for (;;) {
      const due = storage.expired(now, 100);
      if (due.length === 0) return;
      const writes = new WriteSet(storage, tables);
      for (const { space, key } of due) writes.expire(space, key);
      writes.commit();
    }
  }

  async function write(operation: string, input: Input): Promise<object> {
    const store = new WriteSet(storage, tables);
    const { ReturnValuesOnConditionCheckFailure: returned, ...rest } = input;
    const data = validate(operation, CONDITIONAL_WRITES.has(operation) ? rest : input, store);
    try {
      const result = await run(operation, data, store);
      store.commit();
      return result;
    } catch (error) {
      const failed = error instanceof AwsError && error.code === 'ConditionalCheckFailedException';
      if (!failed || returned !== 'ALL_OLD') throw error;
      const table = tables.get(data.TableName);
      const Item = store.stored(table, itemKey(table, data)!);
      throw new AwsError(error.code, error.message, error.statusCode, { Item });
    }
  }

  async function read(operation: string, input: Input): Promise<object> {
    const store = new WriteSet(storage, tables, input.ExclusiveStartKey as never);
    return run(operation, validate(operation, input, store), store);
  }

  return {
    name: 'dynamodb',
    protocol: 'json-1.0',
    resourceTypes: ['AWS::DynamoDB::Table'],
    permissions: (operation, input) => permissionsOf(operation, input, tables),

    async declare(resource: Resource) {
      const table = describeTable(resource);
      migrate(storage, table);
      tables.set(table);
    },

    async call(operation, input) {
      if (storage.expired(clock.now() / 1000, 1).length > 0) await inTurn(expire);
      if (operation === 'TransactWriteItems') {
        return inTurn(() => transactWrite(input, storage, tables, clock));
      }
      const known = OPERATIONS[operation];
      if (!known) {
        throw new AwsError('UnknownOperationException', `DynamoDB: ${operation} is not emulated`);
      }
      return known.writes ? inTurn(() => write(operation, input)) : read(operation, input);
    },

    async close() {
      await lastWrite;
      storage.close();
    },
  };
}
