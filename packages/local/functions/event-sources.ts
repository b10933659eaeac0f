import type { EventSource } from '#local/assembly/functions.ts';
import type { InjectedFaults } from '#local/aws/injected-faults.ts';
import type { SqsService } from '#local/aws/sqs/sqs.ts';
import type { FunctionRuntime } from './runtime.ts';

/**
 * Starts to poll the queues of all event source mappings. A test may order mishaps of `sqs:ReceiveMessage` for a
 * function: a batch that is `delivered twice`, as queues may, or `delivered late`, after those that came later.
 */
export function startEventSources(
  sources: readonly EventSource[],
  sqs: SqsService,
  functions: FunctionRuntime,
  faults: Pick<InjectedFaults, 'take'>,
): void {
  for (const { queueArn, functionName, batchSize, reportBatchItemFailures } of sources) {
    sqs.consume(queueArn, batchSize, async (Records) => {
      const bodies = Buffer.from(Records.map(({ body }) => body).join('\n'));
      const mishap = faults.take('sqs:ReceiveMessage', bodies, functionName);
      if (mishap === 'delivered late') return Records.map(({ messageId }) => messageId);
      if (mishap === 'delivered twice') await functions.invoke(functionName, { Records });
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
