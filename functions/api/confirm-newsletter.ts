import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requestedBy, subscribe } from '#functions/store/newsletter.ts';
import { outreach } from '#shared/contract/outreach.ts';

/** The request stays until it expires, so that a second click is no error. */
export const handler = lambda(
  outreach,
  'confirm-newsletter',
  anyone,
  async ({ body, now, fail }) => {
    const email = await requestedBy(body.token, now);
    if (!email) throw fail('LinkExpired');
    await subscribe(email, now);
    return {};
  },
);
