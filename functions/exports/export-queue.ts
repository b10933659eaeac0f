import * as z from 'zod';
import { sendMessage } from '#core/storage/send-message.ts';

/** An export to write, if it is not written yet. */
export const exportMessage = z.object({ org_id: z.string(), export_id: z.string() });
export type ExportMessage = z.output<typeof exportMessage>;

export async function enqueueExport(
  { org_id, export_id }: ExportMessage,
  delaySeconds = 0,
): Promise<void> {
  await sendMessage('sqs:SendMessage SearchExports', { org_id, export_id }, delaySeconds);
}
