import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { addEntry, seenProject } from '#functions/projects/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { getThread } from '../threads.ts';

export const handler = lambda(projects, 'add-project-conversation', member, async (request) => {
  const { params, body, principal, now, fail } = request;
  const [project, thread] = await Promise.all([
    seenProject(principal, params.project_id),
    getThread(body.thread_id, now),
  ]);
  if (!thread || thread.user_id !== principal.user.item_id) throw fail('NotFound');
  const entry = {
    kind: 'conversation' as const,
    ref: thread.thread_id,
    title: thread.title || 'Conversation',
  };
  return addEntry(principal, project, entry, now);
});
