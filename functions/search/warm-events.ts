import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { callLimits } from '#core/runtime/call-limits.ts';
import { functionArn } from '#core/runtime/config.ts';
import { requestIdOfWork } from '#core/runtime/request-id.ts';
import type { WarmEvent } from '#core/runtime/warm-event.ts';
import type { WarmedCall } from '#shared/contract/search.ts';

const lambda = new LambdaClient(callLimits());

/** Has the function that answers a call read an index. Does not wait for it. */
export const warmCall = (call: WarmedCall, indexId: string) =>
  sendWarmEvent(arnOf[call](), indexId);

const arnOf: Record<WarmedCall, () => string> = {
  query: () => functionArn('lambda:InvokeFunction QueryIndex'),
  queries: () => functionArn('lambda:InvokeFunction QueryIndexSeveral'),
  similar: () => functionArn('lambda:InvokeFunction QuerySimilarRows'),
  search: () => functionArn('lambda:InvokeFunction SearchIndexes'),
};

/** Has a function get ready for questions about an index. Does not wait for it. */
export async function sendWarmEvent(FunctionName: string, indexId: string): Promise<void> {
  const event: WarmEvent = { warm_index_id: indexId, request_id: requestIdOfWork() };
  const Payload = JSON.stringify(event);
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
}
