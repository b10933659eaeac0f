import type { EventSource } from '#local/assembly/functions.ts';
import type { SqsService } from '#local/aws/sqs/sqs.ts';
import type { FunctionRuntime } from './runtime.ts';

/** Queues that invoke functions, being read. */
export interface RunningEventSources {
  stop(): Promise<void>;
}

/** Starts to read the queues of all event source mappings. */
export function startEventSources(
  sources: readonly EventSource[],
  sqs: SqsService,
  functions: FunctionRuntime,
): RunningEventSources {
  const consumers = sources.map(({ queueArn, functionName, reportBatchItemFailures, ...options }) =>
    sqs.consume(queueArn, options, async (Records) => {
      const answer = await functions.invoke(functionName, { Records });
      return reportBatchItemFailures ? failedItems(answer) : [];
    }),
  );
  return {
    async stop() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html */
function failedItems(answer: unknown): string[] {
  const { batchItemFailures } = (answer ?? {}) as {
    batchItemFailures?: { itemIdentifier: string }[];
  };
  return (batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
}
