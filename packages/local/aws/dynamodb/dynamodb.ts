import type { Operation, Service } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { describeTable, migrate } from './declaration.ts';
import { dynamodbOperations } from './operations.ts';
import { Storage } from './storage.ts';
import { type TableDescription, Tables } from './tables.ts';
import { WriteSet } from './write-set.ts';

/** Number of entries that one commit deletes after their expiry. */
const expireAtOnce = 100;

/**
 * DynamoDB on one machine: dynalite's expressions, validation and operations over a SQLite file.
 * Writes run one after another and commit atomically with their index entries, so that transactions
 * are serialisable and never meet a conflict (a real table may answer `TransactionConflict`). Every
 * read is consistent.
 */
export async function openDynamoDB(options: { dataDir: string; clock: Clock }): Promise<Service> {
  const { clock } = options;
  const storage = new Storage(options.dataDir);
  const tables = new Tables();
  // A table that left the template stays, as a retained one does, and goes on expiring items.
  for (const { value } of storage.values('table')) tables.set(value as TableDescription);
  let lastWrite: Promise<unknown> = Promise.resolve();

  function inTurn<T>(body: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(body);
    lastWrite = result.catch(() => {});
    return result;
  }

  async function expire(): Promise<void> {
    const now = clock.now() / 1000;
    for (;;) {
      const due = storage.expired(now, expireAtOnce);
      if (due.length === 0) return;
      const writes = new WriteSet(storage, tables);
      for (const { space, key } of due) writes.expire(space, key);
      writes.commit();
    }
  }

  /** Runs an operation after deleting the items that have expired. */
  const afterExpiry = (operation: Operation): Operation => ({
    ...operation,
    async run(input, call) {
      if (storage.expired(clock.now() / 1000, 1).length > 0) await inTurn(expire);
      return operation.run(input, call);
    },
  });
  const operations = Object.entries(dynamodbOperations({ storage, tables, clock, inTurn }));

  return {
    name: 'dynamodb',
    protocol: 'json-1.0',
    resourceTypes: ['AWS::DynamoDB::Table'],
    invalidInput: 'ValidationException',
    operations: Object.fromEntries(
      operations.map(([name, operation]) => [name, afterExpiry(operation)]),
    ),

    async declare(resource) {
      const table = describeTable(resource);
      migrate(storage, table);
      tables.set(table);
    },

    async close() {
      await lastWrite;
      storage.close();
    },
  };
}
