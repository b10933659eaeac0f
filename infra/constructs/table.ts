import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { TableSchema } from '#tables/define-table.ts';
import type { EnvironmentStack } from './environment-stack.ts';

/**
 * Our standard table: keys `pk` and `sk`, on-demand capacity, restorable to any second of the last 35 days.
 *
 * DynamoDB owns the encryption key. A customer-managed key would add a price per request and could be lost,
 * and it would not stop anybody who may read the table. The application itself encrypts what readers of the
 * table must not learn (API keys), see `ApiKeys`.
 */
export function createTable(
  scope: EnvironmentStack,
  { name, expiry, indexes }: TableSchema,
): Table {
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
