import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { outreach } from '#shared/contract/outreach.ts';
import { requestedBy, subscribe } from '../newsletter.ts';

/** The request stays until it expires, so that a second click succeeds, too. */
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
