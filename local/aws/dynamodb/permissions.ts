import { AwsError, type Permission } from '../service.ts';
import type { Tables } from './tables.ts';
import { partsOf } from './transactions.ts';

type Input = Record<string, unknown>;

/** IAM actions of a transaction's parts: the single operations, not the transaction's own name. */
const ACTION_OF: Record<string, string> = {
  ConditionCheck: 'ConditionCheckItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
};

/** The permissions that a call needs, on tables or on `table/index/name`. */
export function permissionsOf(operation: string, input: Input, tables: Tables): Permission[] {
  const on = (table: unknown, action = operation): Permission => ({
    action: `dynamodb:${action}`,
    resource: tables.get(table).TableArn,
  });
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [on(input.TableName)];
    case 'Query':
    case 'Scan': {
      const table = on(input.TableName);
      if (!input.IndexName) return [table];
      return [{ ...table, resource: `${table.resource}/index/${input.IndexName}` }];
    }
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.keys(input.RequestItems ?? {}).map((table) => on(table));
    case 'TransactWriteItems':
      return partsOf(input).map(([kind, part]) => on(part.TableName, ACTION_OF[kind]));
    default:
      throw new AwsError('UnknownOperationException', `DynamoDB: ${operation} is not emulated`);
  }
}
