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
  /** Of somebody who is not signed in: those have a queue of their own. */
  visitor: z.boolean().default(false),
});
type ChatRunMessage = z.output<typeof chatRunMessage>;

export async function enqueueChatRun(message: ChatRunMessage, delaySeconds = 0): Promise<void> {
  if (message.visitor) {
    await sendMessage('sqs:SendMessage VisitorChatRuns', message, delaySeconds);
  } else {
    await sendMessage('sqs:SendMessage ChatRuns', message, delaySeconds);
  }
}
