import type { MailMessage } from './mail-message.ts';
import { sendMessage } from './send-message.ts';

/** Hands a mail over for delivery. Sending the same dedupe key twice delivers one mail. */
export async function enqueueMail(message: MailMessage): Promise<void> {
  await sendMessage('sqs:SendMessage Mail', message);
}
