import * as z from 'zod';
import { sendMessage } from '#core/storage/send-message.ts';

/** A source that has something to do. */
export const sourceMessage = z.object({ org_id: z.string(), source_id: z.string() });
export type SourceRef = z.output<typeof sourceMessage>;

export async function enqueueSource({ org_id, source_id }: SourceRef, delaySeconds = 0) {
  await sendMessage('sqs:SendMessage Sources', { org_id, source_id }, delaySeconds);
}
