import { digestOf } from '#functions/domain/digests.ts';
import { mailDigest } from '#functions/domain/mail-digest.ts';
import { logger } from '#functions/runtime/log.ts';
import { reminderInput } from '#functions/store/reminder-schedules.ts';
import { listStaff } from '#functions/store/staff.ts';

/** Mails a digest to all staff when its schedule fires, unless it is empty. May be repeated. */
export async function handler(event: unknown): Promise<void> {
  const { file, scheduled_at } = reminderInput.parse(event);
  const lines = await digestOf(file, new Date());
  const staff = lines.length > 0 ? await listStaff() : [];
  await mailDigest(file, lines, staff, scheduled_at);
  logger.info('reminder', { file, scheduled_at, lines: lines.length, mails: staff.length });
}
