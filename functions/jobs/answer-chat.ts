import type { SQSEvent } from 'aws-lambda';
import { advanceRun } from '#functions/domain/advance-run.ts';
import { assistantSettings } from '#functions/domain/assistant-settings.ts';
import { chatRunMessage, enqueueChatRun } from '#functions/store/chat-queue.ts';

/**
 * Lets the assistant answer. The watching message returns until the run has ended, so that another worker
 * continues a run whose worker died or whose browser is gone.
 */
export async function handler(event: SQSEvent): Promise<void> {
  for (const { body } of event.Records) {
    const message = chatRunMessage.parse(JSON.parse(body));
    const ended = await advanceRun(message.thread_id, message.run_id);
    if (message.watch && !ended) await enqueueChatRun(message, assistantSettings.watchSeconds);
  }
}
