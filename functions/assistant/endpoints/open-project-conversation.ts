import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { member } from '#functions/people/index.ts';
import { getEntry, seenProject } from '#functions/projects/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { listMessages } from '../thread-items.ts';
import { getThread } from '../threads.ts';
import { toMessage } from '../to-chat.ts';

export const handler = lambda(projects, 'open-project-conversation', member, async (request) => {
  const { params, query, principal, now, fail } = request;
  const { project_id } = await seenProject(principal, params.project_id);
  const [entry, thread] = await Promise.all([
    getEntry(principal.orgId, { kind: 'conversation', ref: params.thread_id }),
    getThread(params.thread_id, now),
  ]);
  if (entry?.project_id !== project_id || !thread) throw fail('NotFound');
  const { items, next } = await listMessages(thread.thread_id, decodeCursor(query.cursor));
  return {
    title: thread.title,
    items: items.flatMap((item) => toMessage(item) ?? []),
    next: encodeCursor(next),
  };
});
