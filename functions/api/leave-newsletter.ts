import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { leave } from '#functions/store/newsletter.ts';
import { outreach } from '#shared/contract/outreach.ts';

export const handler = lambda(outreach, 'leave-newsletter', anyone, async ({ body }) => {
  await leave(body.token);
  return {};
});
