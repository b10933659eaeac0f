import { randomUUID } from 'node:crypto';
import { lambda } from '#core/request/lambda.ts';
import { mailboxOf } from '#core/request/mailbox-of.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { setting } from '#core/runtime/config.ts';
import { enqueueMail } from '#functions/mail/index.ts';
import { visitor } from '#functions/people/index.ts';
import { outreach } from '#shared/contract/outreach.ts';

export const handler = lambda(
  outreach,
  'request-demo',
  visitor,
  async ({ body, principal, now }) => {
    await requireAttempt('outreach_address', principal.address, now);
    await requireAttempt('outreach_email', mailboxOf(body.email), now);
    await requireAttempt('outreach_all', 'all', now);
    await enqueueMail({
      template: 'demo-request',
      dedupeKey: `demo-request/${randomUUID()}`,
      to: setting('SALES_EMAIL'),
      data: { person: body.full_name, email: body.email, message: body.message },
    });
    return {};
  },
);
