import { randomUUID } from 'node:crypto';
import { lambda } from '#core/request/lambda.ts';
import { mailboxOf } from '#core/request/mailbox-of.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { enqueueMail } from '#functions/mail/index.ts';
import { visitor } from '#functions/people/index.ts';
import { outreach } from '#shared/contract/outreach.ts';
import { putNewsletterRequest } from '../newsletter.ts';

/** Answers and mails for every address the same, so that nobody learns who is subscribed. */
export const handler = lambda(
  outreach,
  'subscribe-newsletter',
  visitor,
  async ({ body: { EMAIL: email }, principal, now }) => {
    await requireAttempt('outreach_address', principal.address, now);
    await requireAttempt('outreach_email', mailboxOf(email), now);
    await requireAttempt('outreach_all', 'all', now);
    const token = await putNewsletterRequest(email, now);
    await enqueueMail({
      template: 'newsletter-confirm',
      // Not the token: the key is stored as it is.
      dedupeKey: `newsletter-confirm/${randomUUID()}`,
      to: email,
      data: { token },
    });
    return {};
  },
);
