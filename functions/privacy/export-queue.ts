import * as z from 'zod';
import { sendMessage } from '#core/storage/send-message.ts';

/** Somebody who has asked for a copy of their data. */
export const exportMessage = z.object({
  export_id: z.string(),
  auth_user_id: z.string(),
});

export async function enqueueExport(message: z.output<typeof exportMessage>): Promise<void> {
  await sendMessage('sqs:SendMessage Exports', message);
}
