import { lambda } from '#core/request/lambda.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import { visitor } from '#functions/people/index.ts';
import { chatShares } from '#shared/contract/chat-shares.ts';
import { ownThread } from '../own-thread.ts';
import { requireToolUse } from '../require-chat-allowance.ts';
import { putShare } from '../thread-shares.ts';

export const handler = lambda(
  chatShares,
  'share-chat-thread',
  visitor,
  async ({ params, body, principal, now, fail }) => {
    const thread = await ownThread(principal, params.id, now);
    await requireToolUse(principal, now);
    const made = await putShare(thread, body.days, now);
    if (!made) throw fail('NotFound');
    // What follows # stays in the browser: no server logs it.
    return { url: `${publicOrigin()}/shared-chat#${made.token}`, ends_at: made.ends_at };
  },
);
