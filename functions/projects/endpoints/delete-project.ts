import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { member } from '#functions/people/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { removeEntriesOf } from '../project-entries.ts';
import { removeWorkOf } from '../project-work.ts';
import { removeProject } from '../projects.ts';
import { managedProject } from '../seen-project.ts';

export const handler = lambda(projects, 'delete-project', member, async (request) => {
  const { params, principal, now, fail } = request;
  const { project_id, name } = await managedProject(principal, params.project_id);
  const of = { orgId: principal.orgId, projectId: project_id };
  const object = { id: project_id, name };
  const entry = auditEntry(principal, { action: 'project.deleted', object }, now);
  if (!(await removeProject(of, [entry]))) throw fail('ProjectNotFound');
  await removeEntriesOf(of);
  await removeWorkOf(of);
  return {};
});
