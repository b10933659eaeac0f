import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { getEntry, removeEntry } from '#functions/projects/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { ownThread } from '../own-thread.ts';
import { deleteThread } from '../threads.ts';

export const handler = lambda(
  chat,
  'delete-chat-thread',
  visitor,
  async ({ params, principal, now }) => {
    const { thread_id } = await ownThread(principal, params.id, now);
    const orgId = principal.user?.org_id;
    const entry = orgId && (await getEntry(orgId, { kind: 'conversation', ref: thread_id }));
    if (entry) await removeEntry(orgId, entry, [], now);
    await deleteThread(thread_id);
    return {};
  },
);
