import type { SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { workFor } from './request-id.ts';

/** Reads a message of `sendMessage`. Lines that are logged from now on name the request that led to it. */
export function readMessage<Schema extends z.ZodType>(
  schema: Schema,
  { body }: Pick<SQSRecord, 'body'>,
): z.output<Schema> {
  const message: { requestId?: string } = JSON.parse(body);
  workFor(message.requestId);
  return schema.parse(message);
}
