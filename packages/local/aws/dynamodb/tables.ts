import dynalite from 'dynalite/db/index.js';
import { AwsError } from '#local/aws/service.ts';
import type { Change } from './storage.ts';

/** An item in DynamoDB's JSON: attribute name to `{ S: '…' }`, `{ N: '1' }`, … */
export type Item = Record<string, Record<string, unknown>>;

export type KeySchema = { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];

/** A global secondary index, whose entries hold the whole item. */
export interface IndexDescription {
  IndexName: string;
  KeySchema: KeySchema;
  Projection: { ProjectionType: string };
}

/** A table as the template declares it, in the form in which dynalite reads it. */
export interface TableDescription {
  TableName: string;
  TableArn: string;
  KeySchema: KeySchema;
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: IndexDescription[] | undefined;
  /** Attribute (epoch seconds) after which an item is deleted. */
  TimeToLiveAttribute?: string | undefined;
}

/** The tables that the templates declare, by name. */
export class Tables {
  readonly #byName = new Map<string, TableDescription>();

  set(table: TableDescription): void {
    this.#byName.set(table.TableName, table);
  }

  get(name: unknown): TableDescription {
    const table = this.#byName.get(String(name));
    if (!table) {
      throw new AwsError(
        'ResourceNotFoundException',
        `Requested resource not found: Table: ${name} not found`,
      );
    }
    return table;
  }
}

/** Storage key of the item that a call addresses by `Key` or `Item`; undefined if key attributes are missing (dynalite then says so). */
export function itemKey(
  table: TableDescription,
  data: Record<string, unknown>,
): string | undefined {
  const source = (data.Key ?? data.Item) as Item;
  const complete = table.KeySchema.every(({ AttributeName: name }) => {
    const type = table.AttributeDefinitions.find((a) => a.AttributeName === name)!.AttributeType;
    return source[name]?.[type] !== undefined;
  });
  return complete ? dynalite.createKey(source, table) : undefined;
}

export const indexesOf = (table: TableDescription) => table.GlobalSecondaryIndexes ?? [];

/** Where the items of a table are stored, and the entries of an index. */
export const itemSpace = ({ TableName }: TableDescription) => `item/${TableName}`;
export const indexSpace = ({ TableName }: TableDescription, { IndexName }: IndexDescription) =>
  `index/${TableName}/${IndexName}`;

/** The entries that an item has in its table's indexes: none in an index whose key it lacks. */
export function indexEntries(table: TableDescription, item: Item | undefined): Change[] {
  if (!item) return [];
  return indexesOf(table)
    .filter((index) => index.KeySchema.every((key) => item[key.AttributeName] !== undefined))
    .map((index) => ({
      space: indexSpace(table, index),
      key: `${dynalite.createIndexKey(item, table, index.KeySchema)}/${dynalite.createKey(item, table)}`,
      value: item,
    }));
}

/** When an item expires, in seconds since the epoch, if its table has a time to live. */
export function expiryOf(table: TableDescription, item: Item): number | undefined {
  const { TimeToLiveAttribute } = table;
  const value = TimeToLiveAttribute && item[TimeToLiveAttribute]?.N;
  return value === undefined ? undefined : Number(value);
}
