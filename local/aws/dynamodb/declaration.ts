import createTableInput from 'dynalite/validations/createTable.js';
import validations from 'dynalite/validations/index.js';
import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';
import type { Storage } from './storage.ts';
import {
  expiryOf,
  type IndexDescription,
  type Item,
  indexEntries,
  indexesOf,
  type TableDescription,
} from './tables.ts';

/** Properties that shape a table. */
const SHAPE = [
  'AttributeDefinitions',
  'BillingMode',
  'GlobalSecondaryIndexes',
  'KeySchema',
  'LocalSecondaryIndexes',
  'ProvisionedThroughput',
];

/** Properties without a meaning on one machine (backups, deletion by CloudFormation, encryption, cost). */
const IGNORED = [
  'ContributorInsightsSpecification',
  'DeletionProtectionEnabled',
  'OnDemandThroughput',
  'PointInTimeRecoverySpecification',
  'SSESpecification',
  'TableClass',
  'TableName',
  'Tags',
  'TimeToLiveSpecification',
];

/** A table as the template declares it. Throws on properties that cannot be honoured. */
export function describeTable(resource: Resource): TableDescription {
  const { properties, ref: TableName } = resource;
  refuseUnknown(resource, SHAPE, IGNORED);
  const input: Record<string, unknown> = { TableName };
  for (const name of SHAPE) if (name in properties) input[name] = structuredClone(properties[name]);
  const { types, custom } = createTableInput;
  const data = validations.checkTypes(input, types);
  validations.checkValidations(data, types, custom, {});
  const { BillingMode, ...shape } = data;
  const expiry = properties.TimeToLiveSpecification;
  return {
    ...(shape as Pick<TableDescription, 'KeySchema' | 'AttributeDefinitions'>),
    TableName,
    TableArn: resource.attributes.Arn!,
    TableStatus: 'ACTIVE',
    BillingModeSummary: { BillingMode: BillingMode ?? 'PROVISIONED' },
    TimeToLiveAttribute: expiry?.Enabled ? expiry.AttributeName : undefined,
  };
}

/**
 * Brings the stored data in line with a declaration that changed since the last start: fills new
 * indexes, empties removed ones, notes expiry times. Throws if the primary key changed, for which
 * CloudFormation would replace the table.
 */
export function migrate(storage: Storage, table: TableDescription): void {
  const old = storage.get('table', table.TableName) as TableDescription | undefined;
  if (old && same(old, table)) return;
  if (old && keyOf(old) !== keyOf(table)) {
    throw new Error(
      `Table ${table.TableName} changed its primary key; its data cannot be kept: remove the local data folder, or name the table anew.`,
    );
  }
  if (old) {
    const kept = new Set(indexesOf(table).map((index) => shapeOf(table, index)));
    for (const index of indexesOf(old)) {
      if (!kept.has(shapeOf(old, index)))
        storage.clear(`index/${old.TableName}/${index.IndexName}`);
    }
    const had = new Set(indexesOf(old).map((index) => shapeOf(old, index)));
    const added = indexesOf(table).filter((index) => !had.has(shapeOf(table, index)));
    const expiryMoved = old.TimeToLiveAttribute !== table.TimeToLiveAttribute;
    if (added.length > 0 || expiryMoved) rewriteItems(storage, table, added);
  }
  // Last, so that a kill in between repeats the work.
  storage.commit([{ space: 'table', key: table.TableName, value: table }]);
}

function rewriteItems(storage: Storage, table: TableDescription, added: IndexDescription[]): void {
  const space = `item/${table.TableName}`;
  for (const { key, value } of storage.values(space)) {
    const item = value as Item;
    storage.commit([
      ...indexEntries(table, item, added),
      { space, key, value: item, expiresAt: expiryOf(table, item) },
    ]);
  }
}

const same = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

function keyOf(table: TableDescription): string {
  return shapeOf(table, { KeySchema: table.KeySchema });
}

/** Everything that decides the entries of an index: its description and the types of its keys. */
function shapeOf(table: TableDescription, index: { KeySchema: TableDescription['KeySchema'] }) {
  const types = index.KeySchema.map((key) =>
    table.AttributeDefinitions.find((a) => a.AttributeName === key.AttributeName),
  );
  return JSON.stringify([index, types]);
}
