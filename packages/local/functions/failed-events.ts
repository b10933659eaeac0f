import { randomUUID } from 'node:crypto';
import { FunctionError } from '#local/aws/service.ts';

/** Tries of an event that nobody waits for, before Lambda gives it up. */
export const asyncTries = 3;

/** Takes an event that a function failed with at every try. */
export type GiveUp = (functionArn: string, event: unknown, error: unknown) => void;

/**
 * Puts events that are given up into the queue that their function names for them, in the form of Lambda's destinations. Those of
 * functions without one are lost, as in AWS.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 *
 * @param queues ARNs by the name of the function
 */
export const openFailedEvents =
  (
    queues: ReadonlyMap<string, string>,
    send: (queueArn: string, body: string) => void,
    now: () => number,
  ): GiveUp =>
  (functionArn, requestPayload, error) => {
    const queueArn = queues.get(functionArn.replace(/^.*:function:/, ''));
    if (!queueArn) return;
    const { errorType, message } =
      error instanceof FunctionError ? error : { errorType: 'Error', message: String(error) };
    const record = {
      version: '1.0',
      timestamp: new Date(now()).toISOString(),
      requestContext: {
        requestId: randomUUID(),
        functionArn: `${functionArn}:$LATEST`,
        condition: 'RetriesExhausted',
        approximateInvokeCount: asyncTries,
      },
      requestPayload,
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: { errorType, errorMessage: message },
    };
    send(queueArn, JSON.stringify(record));
  };
