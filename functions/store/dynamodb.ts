import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';

/** Writes of a transaction, at most 100. */
export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** The document client of this function instance. */
export const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  // Records hold maps by names that customers chose; one called "constructor" looks like a class.
  marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
});

/**
 * Positions of the transaction's items whose condition did not hold. Empty when the error is another:
 * the caller then lets it pass.
 */
export function failedConditions(error: unknown): number[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap((reason, position) =>
    reason.Code === 'ConditionalCheckFailed' ? [position] : [],
  );
}
