import { sendMessage } from '#core/storage/send-message.ts';
import type { AddedMessage } from './report-queue.ts';

/** Has models judge a reference that people added to a report. */
export const enqueueAdded = (ucid: string, added: AddedMessage, delaySeconds = 0): Promise<void> =>
  sendMessage('sqs:SendMessage Reports', { kind: 'invalidation', ucid, added }, delaySeconds);
