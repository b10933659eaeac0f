import dynalite from 'dynalite/db/index.js';
import { AwsError } from '../service.ts';
import type { Change } from './storage.ts';

/** An item in DynamoDB's JSON: attribute name to `{ S: '…' }`, `{ N: '1' }`, … */
export type Item = Record<string, Record<string, unknown>>;

export type KeySchema = { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];

export interface IndexDescription {
  IndexName: string;
  KeySchema: KeySchema;
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
}

/** A table as `DescribeTable` shows it, with the name of its expiry attribute. */
export interface TableDescription {
  TableName: string;
  TableArn: string;
  TableStatus: 'ACTIVE';
  KeySchema: KeySchema;
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: IndexDescription[];
  LocalSecondaryIndexes?: IndexDescription[];
  [property: string]: unknown;
}

/** The tables that the templates declare, by name and by ARN. */
export class Tables {
  readonly #byName = new Map<string, TableDescription>();

  set(table: TableDescription): void {
    this.#byName.set(table.TableName, table);
  }

  /** Name of a table given by name or ARN. */
  nameOf(nameOrArn: unknown): string {
    const text = String(nameOrArn);
    return text.startsWith('arn:') ? text.slice(text.indexOf(':table/') + 7) : text;
  }

  get(nameOrArn: unknown): TableDescription {
    const name = this.nameOf(nameOrArn);
    const table = this.#byName.get(name);
    if (!table) {
      throw new AwsError(
        'ResourceNotFoundException',
        `Requested resource not found: Table: ${name} not found`,
      );
    }
    return table;
  }

  names(): string[] {
    return [...this.#byName.keys()].sort();
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

export function indexesOf(table: TableDescription): IndexDescription[] {
  return [...(table.LocalSecondaryIndexes ?? []), ...(table.GlobalSecondaryIndexes ?? [])];
}

/** The entries that an item has in its table's indexes: none in an index whose key it lacks. */
export function indexEntries(
  table: TableDescription,
  item: Item | undefined,
  indexes = indexesOf(table),
): Change[] {
  if (!item) return [];
  return indexes
    .filter((index) => index.KeySchema.every((key) => item[key.AttributeName] !== undefined))
    .map((index) => ({
      space: `index/${table.TableName}/${index.IndexName}`,
      key: `${dynalite.createIndexKey(item, table, index.KeySchema)}/${dynalite.createKey(item, table)}`,
      value: project(table, index, item),
    }));
}

function project(table: TableDescription, index: IndexDescription, item: Item): Item {
  if (index.Projection.ProjectionType === 'ALL') return item;
  const kept = new Set([
    ...[...table.KeySchema, ...index.KeySchema].map((key) => key.AttributeName),
    ...(index.Projection.NonKeyAttributes ?? []),
  ]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name)));
}

/** When an item expires, in seconds since the epoch, if its table has a time to live. */
export function expiryOf(table: TableDescription, item: Item): number | undefined {
  const value = item[String(table.TimeToLiveAttribute)]?.N;
  return value === undefined ? undefined : Number(value);
}
