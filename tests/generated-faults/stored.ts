/** Everything that the stack of the project stores. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';
import { itemsOf, objectsOf } from '#tests/api/support/stores.ts';

export type Item = Record<string, unknown>;

/** Reads one of the local cloud's own databases, without changing it. */
function readRows(file: string, query: string): Item[] {
  const path = join(inject('installation').dataDir, file);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** The items of all tables. */
export const readItems = async (): Promise<Item[]> =>
  (await Promise.all(inject('installation').tables.map(itemsOf))).flat();

/** The keys of all buckets. */
export const readKeys = async (): Promise<string[]> =>
  (await Promise.all(inject('installation').buckets.map(objectsOf))).flat().map(({ Key }) => Key!);

/** Objects of the payment provider. */
export const readStripe = (type: string): Item[] =>
  readRows('stripe.sqlite', `select document from objects where type = '${type}'`).map(
    ({ document }) => JSON.parse(String(document)),
  );

/** Messages that wait in a queue, dead letters included. */
export const waitingMessages = () => readRows('aws/sqs.sqlite', 'select queue, body from messages');

export const runningBuilds = () =>
  readRows('aws/step-functions.sqlite', "select arn from executions where status = 'RUNNING'");
