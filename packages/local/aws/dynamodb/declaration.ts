import createTableInput from 'dynalite/validations/createTable.js';
import validations from 'dynalite/validations/index.js';
import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';
import type { Storage } from './storage.ts';
import {
  expiryOf,
  type Item,
  indexEntries,
  indexesOf,
  indexSpace,
  itemSpace,
  type TableDescription,
} from './tables.ts';

/** Properties that shape a table. */
const shape = ['AttributeDefinitions', 'BillingMode', 'GlobalSecondaryIndexes', 'KeySchema'];

/** Properties without a meaning on one machine (backups, encryption at rest, deletion by CloudFormation), and the name and the expiry, which are read apart. */
const ignored = [
  'DeletionProtectionEnabled',
  'PointInTimeRecoverySpecification',
  'SSESpecification',
  'TableName',
  'Tags',
  'TimeToLiveSpecification',
];

/** A table as the template declares it. Throws for properties that the local DynamoDB cannot implement. */
export function describeTable(resource: Resource): TableDescription {
  const { properties, ref: TableName } = resource;
  refuseUnknown(resource, shape, ignored);
  const input: Record<string, unknown> = { TableName };
  for (const name of shape) if (name in properties) input[name] = structuredClone(properties[name]);
  const { types, custom } = createTableInput;
  const data = validations.checkTypes(input, types);
  validations.checkValidations(data, types, custom, {});
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = data as Shape;
  for (const { IndexName, Projection } of GlobalSecondaryIndexes ?? []) {
    if (Projection.ProjectionType === 'ALL') continue;
    throw new Error(`index ${IndexName} of ${TableName}: only ProjectionType ALL is emulated`);
  }
  const expiry = properties.TimeToLiveSpecification;
  return {
    TableName,
    TableArn: resource.attributes.Arn!,
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes,
    TimeToLiveAttribute: expiry?.Enabled ? expiry.AttributeName : undefined,
  };
}

type Shape = Pick<
  TableDescription,
  'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes'
>;

/**
 * Brings the stored data in line with a declaration that changed since the last start: builds all
 * its indexes and notes all expiry times anew. Throws if the primary key changed, for which
 * CloudFormation would replace the table.
 */
export function migrate(storage: Storage, table: TableDescription): void {
  const old = storage.get('table', table.TableName) as TableDescription | undefined;
  if (old && JSON.stringify(old) === JSON.stringify(table)) return;
  if (old) {
    if (primaryKeyOf(old) !== primaryKeyOf(table)) {
      throw new Error(
        `Table ${table.TableName} changed its primary key; its data cannot be kept: remove the local data folder, or name the table anew.`,
      );
    }
    for (const index of indexesOf(old)) storage.clear(indexSpace(old, index));
    const space = itemSpace(table);
    for (const { key, value } of storage.values(space)) {
      const item = value as Item;
      const entry = { space, key, value: item, expiresAt: expiryOf(table, item) };
      storage.commit([...indexEntries(table, item), entry]);
    }
  }
  // Last, so that a kill in between repeats the work.
  storage.commit([{ space: 'table', key: table.TableName, value: table }]);
}

/** The attributes of the primary key with their types. */
function primaryKeyOf({ KeySchema, AttributeDefinitions }: TableDescription): string {
  const typeOf = (name: string) =>
    AttributeDefinitions.find((attribute) => attribute.AttributeName === name)?.AttributeType;
  return JSON.stringify(KeySchema.map((key) => [key, typeOf(key.AttributeName)]));
}
