import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { outreach } from '#shared/contract/outreach.ts';
import { leave } from '../newsletter.ts';

export const handler = lambda(outreach, 'leave-newsletter', anyone, async ({ body }) => {
  await leave(body.token);
  return {};
});
