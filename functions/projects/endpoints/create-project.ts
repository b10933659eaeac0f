import { lambda } from '#core/request/lambda.ts';
import { newId } from '#core/runtime/ids.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { member, teamNames } from '#functions/people/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { membersOf } from '../members-of.ts';
import { workDone } from '../project-work.ts';
import { putProject } from '../projects.ts';
import { toProject } from '../to-project.ts';

export const handler = lambda(projects, 'create-project', member, async (request) => {
  const { body, principal, now, fail } = request;
  const { orgId, user } = principal;
  const { member_ids, ...rest } = body;
  const names = await teamNames(orgId);
  const at = now.toISOString();
  const project = {
    project_id: newId('prj'),
    ...rest,
    owner_id: user.item_id,
    members: membersOf(user.item_id, member_ids, names),
    created_at: at,
    updated_at: at,
    entries: 0,
    revision: 1,
  };
  const { project_id, name } = project;
  const object = { kind: 'project' as const, ref: project_id, name };
  const notes = [
    auditEntry(principal, { action: 'project.created', object: { id: project_id, name } }, now),
    workDone(principal, project_id, 'created', object, now),
  ];
  if (!(await putProject(orgId, project, notes))) throw fail('ProjectLimitReached');
  return toProject(project, principal, names);
});
