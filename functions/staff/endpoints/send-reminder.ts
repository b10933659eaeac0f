import { lambda } from '#core/request/lambda.ts';
import { staff } from '#functions/people/index.ts';
import { reminderCalls } from '#shared/contract/reminders.ts';
import { digestOf } from '../digests.ts';
import { mailDigest } from '../mail-digest.ts';

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
