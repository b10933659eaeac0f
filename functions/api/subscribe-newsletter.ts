import { randomUUID } from 'node:crypto';
import { requireAttempt } from '#functions/domain/require-attempt.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { enqueueMail } from '#functions/store/mail-queue.ts';
import { getSubscriber, putNewsletterRequest } from '#functions/store/newsletter.ts';
import { outreach } from '#shared/contract/outreach.ts';

export const handler = lambda(
  outreach,
  'subscribe-newsletter',
  visitor,
  async ({ body: { EMAIL: email }, principal, now, fail }) => {
    await requireAttempt('outreach_address', principal.address, now);
    await requireAttempt('outreach_email', email, now);
    if (await getSubscriber(email)) throw fail('AlreadySubscribed');
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
