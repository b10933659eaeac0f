import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { callLimits } from '#core/runtime/call-limits.ts';
import { functionArn } from '#core/runtime/config.ts';
import { requestIdOfWork } from '#core/runtime/request-id.ts';
import type { WarmEvent } from '#core/runtime/warm-event.ts';

const lambda = new LambdaClient(callLimits());

/** Has the function that answers queries read an index. Does not wait for it. */
export const warmQueries = (indexId: string) =>
  sendWarmEvent(functionArn('lambda:InvokeFunction QueryIndex'), indexId);

/** Has a function get ready for questions about an index. Does not wait for it. */
export async function sendWarmEvent(FunctionName: string, indexId: string): Promise<void> {
  const event: WarmEvent = { warm_index_id: indexId, request_id: requestIdOfWork() };
  const Payload = JSON.stringify(event);
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
}
