import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { assemblyOf, type Stack } from '#tests/support/stack.ts';

/** What an answer used, by the record of its run. */
export interface RunUsage {
  inputTokens: number;
  outputTokens: number;
  /** Statements that a model has judged; absent if none did. */
  support?: { statements: number; supported: number } | undefined;
}

/** Reads the records of runs. */
export async function usageReader(
  stack: Stack,
): Promise<(threadId: string, runId: string) => Promise<RunUsage>> {
  const { resources } = await assemblyOf(stack);
  const isTable = (type: string) => type === 'AWS::DynamoDB::Table';
  const table = resources.find(({ type, ref }) => isTable(type) && ref.includes('Conversations'))!;
  const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient(stack.client));
  return async (threadId, runId) => {
    const { Item } = await dynamodb.send(
      new GetCommand({
        TableName: table.ref,
        Key: { pk: `THREAD#${threadId}`, sk: `RUN#${runId}` },
      }),
    );
    return {
      inputTokens: Item!.input_tokens,
      outputTokens: Item!.output_tokens,
      support: Item!.support,
    };
  };
}
