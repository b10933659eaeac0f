import type { SQSEvent } from 'aws-lambda';
import { advanceRun } from '#functions/domain/advance-run.ts';
import { assistantSettings } from '#functions/domain/assistant-settings.ts';
import { chatRunMessage, enqueueChatRun } from '#functions/store/chat-queue.ts';

/**
 * Has the assistant answer. A run whose worker died, or whose browser is gone, is taken up when the watch
 * comes back; the watch ends with the run.
 */
export async function handler(event: SQSEvent): Promise<void> {
  for (const { body } of event.Records) {
    const message = chatRunMessage.parse(JSON.parse(body));
    const ended = await advanceRun(message.thread_id, message.run_id);
    if (message.watch && !ended) await enqueueChatRun(message, assistantSettings.watchSeconds);
  }
}
