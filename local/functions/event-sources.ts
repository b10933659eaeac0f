import type { EventSource } from '#local/assembly/functions.ts';
import type { SqsService } from '#local/aws/sqs/sqs.ts';
import type { FunctionRuntime } from './runtime.ts';

/** Starts to poll the queues of all event source mappings. */
export function startEventSources(
  sources: readonly EventSource[],
  sqs: SqsService,
  functions: FunctionRuntime,
): void {
  for (const { queueArn, functionName, batchSize, reportBatchItemFailures } of sources) {
    sqs.consume(queueArn, batchSize, async (Records) => {
      const answer = await functions.invoke(functionName, { Records });
      return reportBatchItemFailures ? failedItems(answer) : [];
    });
  }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html */
function failedItems(answer: unknown): string[] {
  const { batchItemFailures } = (answer ?? {}) as {
    batchItemFailures?: { itemIdentifier: string }[];
  };
  return (batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
}
