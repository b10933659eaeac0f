import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { type QueueToRead, readQueue } from '#core/storage/read-queue.ts';
import { logger } from './log.ts';
import { workFor } from './request-id.ts';

/** Another consumer works on the same thing: the message must come back, and nothing has failed. */
export class TakenElsewhere extends Error {}

interface QueueHandler {
  (event: SQSEvent): Promise<SQSBatchResponse>;
  (event: QueueToRead): Promise<void>;
}

/**
 * Makes the handler of a queue. Messages that fail come back; the others of their batch are done. Log lines name the
 * request that led to the message. Lambda hands messages over, or a schedule has the function look for them.
 * @param schema of a message of `sendMessage`
 */
export function queueHandler<Schema extends z.ZodType>(
  schema: Schema,
  consume: (message: z.output<Schema>) => Promise<void>,
): QueueHandler {
  const handle = (event: SQSEvent) =>
    processPartialResponse(
      event,
      async ({ body, messageId }: SQSRecord) => {
        const message: { requestId?: string } = JSON.parse(body);
        workFor(message.requestId);
        try {
          await consume(schema.parse(message));
        } catch (error) {
          if (error instanceof TakenElsewhere) {
            logger.info('message left to another consumer', { messageId });
          } else {
            logger.error('message not handled', { messageId, error: error as Error });
          }
          throw error;
        }
      },
      new BatchProcessor(EventType.SQS),
      // One after the other: they share the log's request id.
      { processInParallel: false, throwOnFullBatchFailure: false },
    );
  return ((event: SQSEvent | QueueToRead) =>
    'Records' in event ? handle(event) : readQueue(event, handle)) as QueueHandler;
}
