import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { TableSchema } from '#tables/define-table.ts';
import type { HouseStack } from './house-stack.ts';

/**
 * A table of the house: keys `pk` and `sk`, on demand, restorable to any second of the last 35 days.
 *
 * Encrypted with the key DynamoDB owns: a customer-managed key would add a bill per request and one
 * more thing to lose, and keep nobody out who may read the table. What must stay secret from a reader
 * of the table (API keys) is encrypted by the application instead, see `ApiKeys`.
 */
export function createTable(scope: HouseStack, { name, expiry, indexes }: TableSchema): Table {
  const table = new Table(scope, `${name}Table`, {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.DEFAULT,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: scope.settings.keepData,
    removalPolicy: scope.settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    timeToLiveAttribute: expiry,
  });
  for (const indexName of indexes) {
    const prefix = indexName.toLowerCase();
    table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: { name: `${prefix}pk`, type: AttributeType.STRING },
      sortKey: { name: `${prefix}sk`, type: AttributeType.STRING },
    });
  }
  return table;
}
