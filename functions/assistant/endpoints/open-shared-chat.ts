import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { visitor } from '#functions/people/index.ts';
import { chatShares } from '#shared/contract/chat-shares.ts';
import { listMessages } from '../thread-items.ts';
import { findShared } from '../thread-shares.ts';
import { toMessage } from '../to-chat.ts';

export const handler = lambda(
  chatShares,
  'open-shared-chat',
  visitor,
  async ({ body, principal, now, fail }) => {
    await requireAttempt('chat_read', principal.user?.item_id ?? principal.address, now);
    const shared = await findShared(body.token, now);
    if (!shared) throw fail('ShareNotFound');
    const { thread, share } = shared;
    const page = await listMessages(thread.thread_id, body.cursor);
    const items = page.items.filter(({ created_at }) => created_at <= share.shared_at);
    return {
      title: thread.title,
      ends_at: share.ends_at,
      items: items.flatMap((item) => toMessage(item) ?? []),
      next: items.length < page.items.length ? undefined : page.next,
    };
  },
);
