import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chatShares } from '#shared/contract/chat-shares.ts';
import { ownThread } from '../own-thread.ts';
import { deleteShare } from '../thread-shares.ts';

export const handler = lambda(
  chatShares,
  'unshare-chat-thread',
  visitor,
  async ({ params, principal, now }) => {
    await deleteShare(await ownThread(principal, params.id, now));
    return {};
  },
);
