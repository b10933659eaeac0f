import { enqueueMail } from '#functions/mail/index.ts';
import type { UserRecord } from '#functions/people/index.ts';
import { type ReminderFile, reminders } from '#shared/reminders.ts';
import type { DigestLine } from './digests.ts';

/** A message of the queue has at most 256 KB, and nobody reads more lines. */
const linesMailed = 100;

/** Mails a digest to staff. A repetition for the same occasion sends nothing to people who have it. */
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
