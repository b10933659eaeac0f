import { lambda } from '#core/request/lambda.ts';
import { member, teamNames } from '#functions/people/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { entriesOf } from '../project-entries.ts';
import { workOf } from '../project-work.ts';
import { seenProject } from '../seen-project.ts';
import { toEntry, toProject, toWork } from '../to-project.ts';

export const handler = lambda(projects, 'get-project', member, async ({ params, principal }) => {
  const { orgId } = principal;
  const project = await seenProject(principal, params.project_id);
  const of = { orgId, projectId: project.project_id };
  const [entries, work, names] = await Promise.all([entriesOf(of), workOf(of), teamNames(orgId)]);
  return {
    project: toProject(project, principal, names),
    entries: entries.map((entry) => toEntry(entry, project, principal, names)),
    work: work.map((one) => toWork(one, names)),
  };
});
