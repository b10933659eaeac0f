import * as z from 'zod';
import { sendMessage } from '#core/storage/send-message.ts';

/** A message to check a run and advance it. */
export const chatRunMessage = z.object({
  thread_id: z.string(),
  run_id: z.string(),
  /**
   * Set in the one message that returns until the run has ended, so that every run ends even after
   * failures.
   */
  watch: z.boolean(),
});
export type ChatRunMessage = z.output<typeof chatRunMessage>;

export async function enqueueChatRun(message: ChatRunMessage, delaySeconds = 0): Promise<void> {
  await sendMessage('sqs:SendMessage ChatRuns', message, delaySeconds);
}
