import { lambda } from '#core/request/lambda.ts';
import { newId, newThreadToken } from '#core/runtime/ids.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { getReady } from '../get-ready.ts';
import { requireToolUse } from '../require-chat-allowance.ts';
import { chatExpiry, hashThreadToken, putThread } from '../threads.ts';
import { toThread } from '../to-chat.ts';

/** Titles of threads in which nothing was asked yet. */
const newTitle = 'New conversation';

export const handler = lambda(
  chat,
  'create-chat-thread',
  visitor,
  async ({ principal, now }) => {
    await requireToolUse(principal, now);
    const { user } = principal;
    const token = user ? undefined : newThreadToken();
    const thread = {
      thread_id: newId('thr'),
      title: newTitle,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      user_id: user?.item_id,
      token_hash: token && hashThreadToken(token),
      expires_at: chatExpiry(now),
    };
    await putThread(thread);
    return { ...toThread(thread), token };
  },
  getReady,
);
