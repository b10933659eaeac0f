import { randomUUID } from 'node:crypto';
import { requireAttempt } from '#functions/domain/require-attempt.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { setting } from '#functions/runtime/config.ts';
import { enqueueMail } from '#functions/store/mail-queue.ts';
import { outreach } from '#shared/contract/outreach.ts';

export const handler = lambda(
  outreach,
  'request-demo',
  visitor,
  async ({ body, principal, now }) => {
    await requireAttempt('outreach_address', principal.address, now);
    await requireAttempt('outreach_email', body.email, now);
    await enqueueMail({
      template: 'demo-request',
      dedupeKey: `demo-request/${randomUUID()}`,
      to: setting('SALES_EMAIL'),
      data: { person: body.full_name, email: body.email, message: body.message },
    });
    return {};
  },
);
