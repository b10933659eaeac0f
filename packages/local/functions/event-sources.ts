import type { SQSRecord } from 'aws-lambda';
import type { EventSource } from '#local/assembly/functions.ts';
import type { InjectedFaults } from '#local/aws/injected-faults.ts';
import type { SqsService } from '#local/aws/sqs/sqs.ts';
import type { FunctionRuntime } from './runtime.ts';

/**
 * Starts to poll the queues of all event source mappings. A test may order mishaps of `sqs:ReceiveMessage` for a
 * function: a batch that is `delivered twice`, as queues may, or `delivered late`, after those that came later. With
 * `mapping disabled` of `lambda:Poll` nothing is received.
 */
export function startEventSources(
  sources: readonly EventSource[],
  sqs: SqsService,
  functions: FunctionRuntime,
  faults: Pick<InjectedFaults, 'take' | 'takeQuietly'>,
): void {
  for (const { queueArn, functionName, batchSize, reportBatchItemFailures } of sources) {
    const isOff = () => faults.takeQuietly('lambda:Poll', functionName) !== undefined;
    const handle = async (Records: SQSRecord[]) => {
      const bodies = Buffer.from(Records.map(({ body }) => body).join('\n'));
      const mishap = faults.take('sqs:ReceiveMessage', bodies, functionName);
      if (mishap === 'delivered late') return Records.map(({ messageId }) => messageId);
      if (mishap === 'delivered twice') await functions.invoke(functionName, { Records });
      const answer = await functions.invoke(functionName, { Records });
      return reportBatchItemFailures ? failedItems(answer) : [];
    };
    sqs.consume(queueArn, batchSize, handle, isOff);
  }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html */
function failedItems(answer: unknown): string[] {
  const { batchItemFailures } = (answer ?? {}) as {
    batchItemFailures?: { itemIdentifier: string }[];
  };
  return (batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
}
