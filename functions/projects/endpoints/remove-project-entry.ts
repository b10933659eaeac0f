import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { getEntry, removeEntry } from '../project-entries.ts';
import { workDone } from '../project-work.ts';
import { seenProject } from '../seen-project.ts';
import { mayRemove } from '../to-project.ts';

export const handler = lambda(projects, 'remove-project-entry', member, async (request) => {
  const { params, query, principal, now, fail } = request;
  const { orgId } = principal;
  const project = await seenProject(principal, params.project_id);
  const entry = await getEntry(orgId, query);
  if (entry?.project_id !== project.project_id) throw fail('NotFound');
  if (!mayRemove(principal, project, entry)) throw fail('Forbidden');
  const object = { kind: entry.kind, ref: entry.ref, name: entry.title };
  const done = workDone(principal, project.project_id, 'removed', object, now);
  if (!(await removeEntry(orgId, entry, [done], now))) throw fail('NotFound');
  return {};
});
