import type { UserRecord } from '#functions/store/accounts.ts';
import { enqueueMail } from '#functions/store/mail-queue.ts';
import { type ReminderFile, reminders } from '#shared/reminders.ts';
import type { DigestLine } from './digests.ts';

/** A message of the queue has 256 KB; nobody reads more lines. */
const linesMailed = 100;

/** Mails a digest to staff. The same occasion again mails nothing to whoever has got it. */
export async function mailDigest(
  file: ReminderFile,
  lines: readonly DigestLine[],
  staff: readonly UserRecord[],
  occasion: string,
): Promise<void> {
  for (const { item_id, email } of staff) {
    await enqueueMail({
      template: 'staff-digest',
      dedupeKey: `reminder/${file}/${occasion}/${item_id}`,
      to: email,
      data: {
        subject: reminders[file].subject,
        lines: lines
          .slice(0, linesMailed)
          .map(({ text, path }) => ({ text: text.slice(0, 500), path })),
        more: Math.max(0, lines.length - linesMailed),
      },
    });
  }
}
