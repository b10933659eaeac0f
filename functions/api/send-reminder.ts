import { digestOf } from '#functions/domain/digests.ts';
import { mailDigest } from '#functions/domain/mail-digest.ts';
import { staff } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { reminderCalls } from '#shared/contract/reminders.ts';

export const handler = lambda(
  reminderCalls,
  'send-reminder',
  staff,
  async ({ body, principal, now }) => {
    const lines = await digestOf(body.file, now);
    if (lines.length === 0) return { sent: false };
    await mailDigest(body.file, lines, [principal.user], now.toISOString());
    return { sent: true };
  },
);
