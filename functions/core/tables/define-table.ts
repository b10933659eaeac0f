import type * as z from 'zod';
import type { TableName } from '#shared/resources.ts';

/** Secondary indexes as they are called in AWS. `GSI1` has the keys `gsi1pk` and `gsi1sk`, and so on. */
export type IndexName = 'GSI1' | 'GSI2' | 'GSI3';

/** Primary key of an item. */
export interface Key {
  pk: string;
  sk: string;
}

type Placeholder<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** A value for each placeholder of key templates: `USER#{auth_user_id}` needs `auth_user_id`. */
export type KeyValues<Template extends string> = {
  readonly [Name in Placeholder<Template>]: string;
};

/** A kind of record, as its table declares it. */
interface EntityDefinition {
  /** Description of the record for docs/data.md. */
  about: string;
  /** Key templates: text with placeholders in braces. */
  pk: string;
  sk: string;
  /** The record without its keys. Fields that older records lack are optional. */
  record: z.ZodObject;
}

/** A named access pattern that finds several records. */
interface QueryDefinition<EntityName extends string> {
  about: string;
  /** The kinds of records in the partition. A record is of the first kind whose key template fits. */
  finds: readonly EntityName[];
  /** Absent: the table itself. */
  index?: IndexName;
  /** Template of the partition key. */
  partition: string;
  /** Template of the sort key. Records are sorted by it. */
  sort: string;
}

/** A kind of record: its schema and its key. */
export interface Entity<
  Name extends TableName = TableName,
  Definition extends EntityDefinition = EntityDefinition,
  EntityName extends string = string,
> {
  table: Name;
  name: EntityName;
  definition: Definition;
  /** Key of the record with these values. */
  key(values: KeyValues<Definition['pk'] | Definition['sk']>): Key;
  /** Whether an item with this key is such a record. */
  hasKey(key: Key): boolean;
}

/** The record of an entity, without its keys. */
export type RecordOf<E extends Entity> = z.output<E['definition']['record']>;

type IndexKeys<Index extends IndexName> = {
  [Attribute in `${Lowercase<Index>}pk` | `${Lowercase<Index>}sk`]: string;
};

/** A named access pattern: the partition to read, and what is in it. */
export interface Query<
  Name extends TableName = TableName,
  Found extends Entity = Entity,
  Definition extends QueryDefinition<string> = QueryDefinition<string>,
> {
  table: Name;
  name: string;
  definition: Definition;
  entities: readonly Found[];
  /** Partition key of the query with these values. */
  partition(values: KeyValues<Definition['partition']>): string;
  /** Attributes that put a record into this query's index. Only for queries of an index. */
  keys(
    values: KeyValues<Definition['partition'] | Definition['sort']>,
  ): Definition extends { index: infer Index extends IndexName } ? IndexKeys<Index> : never;
}

/** The data for deploying and documenting a table. */
export interface TableSchema {
  name: TableName;
  about: string;
  /** Attribute (epoch seconds) after which DynamoDB deletes an item. */
  expiry?: string;
  indexes: readonly IndexName[];
  /** Meaning of the placeholders that are not fields of a record. */
  placeholders: Readonly<Record<string, string>>;
  entities: readonly Entity[];
  queries: readonly Query[];
}

type EntitiesOf<Name extends TableName, Entities extends Record<string, EntityDefinition>> = {
  [E in keyof Entities]: Entity<Name, Entities[E], E & string>;
};

type QueriesOf<
  Name extends TableName,
  Entities extends Record<string, EntityDefinition>,
  Queries extends Record<string, QueryDefinition<keyof Entities & string>>,
> = {
  [Q in keyof Queries]: Query<
    Name,
    EntitiesOf<Name, Entities>[Queries[Q]['finds'][number]],
    Queries[Q]
  >;
};

/**
 * Declares a table once: its records, their keys, the ways to find them. Entities and queries stand on
 * the result by their names (`accounts.user`, `accounts.team`); `schema` is what CDK and docs read.
 */
export function defineTable<
  const Name extends TableName,
  const Entities extends Record<string, EntityDefinition>,
  const Queries extends Record<string, QueryDefinition<keyof Entities & string>>,
>(
  name: Name,
  {
    entities: entityDefinitions,
    queries: queryDefinitions,
    ...rest
  }: Pick<TableSchema, 'about' | 'expiry' | 'placeholders'> & {
    entities: Entities;
    queries: Queries;
  },
): { schema: TableSchema } & EntitiesOf<Name, Entities> & QueriesOf<Name, Entities, Queries> {
  const entities = mapValues(entityDefinitions, (definition, entityName) =>
    makeEntity(name, entityName, definition),
  );
  const queries = mapValues(queryDefinitions, (definition, queryName) => ({
    table: name,
    name: queryName,
    definition,
    entities: definition.finds.map((found) => entities[found]!),
    partition: (values: Record<string, string>) => fill(definition.partition, values),
    keys: (values: Record<string, string>) => {
      const prefix = definition.index?.toLowerCase();
      return {
        [`${prefix}pk`]: fill(definition.partition, values),
        [`${prefix}sk`]: fill(definition.sort, values),
      };
    },
  }));
  const indexes = new Set(Object.values(queryDefinitions).flatMap(({ index }) => index ?? []));
  const schema = {
    ...rest,
    name,
    indexes: [...indexes].toSorted(),
    entities: Object.values(entities),
    queries: Object.values(queries),
  };
  return { schema, ...entities, ...queries } as never;
}

function makeEntity(table: TableName, name: string, definition: EntityDefinition): Entity {
  const [pk, sk] = [definition.pk, definition.sk].map(patternOf) as [RegExp, RegExp];
  return {
    table,
    name,
    definition,
    key: (values: Record<string, string>) => ({
      pk: fill(definition.pk, values),
      sk: fill(definition.sk, values),
    }),
    hasKey: (key) => pk.test(key.pk) && sk.test(key.sk),
  };
}

const placeholder = /\{(\w+)\}/g;

/** Throws if a value is missing, because a key with `undefined` could be that of another record. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(placeholder, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The key ${template} needs ${name}`);
    return value;
  });
}

const patternOf = (template: string) =>
  new RegExp(`^${template.replaceAll(placeholder, '(.*)')}$`, 's');

function mapValues<T, R>(
  values: Record<string, T>,
  change: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, change(value, name)]),
  );
}
