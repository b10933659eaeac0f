import { logger } from '#core/runtime/log.ts';
import { digestOf } from '../digests.ts';
import { mailDigest } from '../mail-digest.ts';
import { reminderInput } from '../reminder-schedules.ts';
import { listStaff } from '../staff-lists.ts';

/** Mails a digest to all staff when its schedule fires, unless it is empty. May be repeated. */
export async function handler(event: unknown): Promise<void> {
  const { file, scheduled_at } = reminderInput.parse(event);
  const lines = await digestOf(file, new Date());
  const staff = lines.length > 0 ? await listStaff() : [];
  await mailDigest(file, lines, staff, scheduled_at);
  logger.info('reminder', { file, scheduled_at, lines: lines.length, mails: staff.length });
}
