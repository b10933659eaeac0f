import { lambda } from '#core/request/lambda.ts';
import { member, teamNames } from '#functions/people/index.ts';
import { projects } from '#shared/contract/projects.ts';
import { projectsOf } from '../projects.ts';
import { seesProject } from '../seen-project.ts';
import { toProject } from '../to-project.ts';

export const handler = lambda(projects, 'list-projects', member, async ({ principal }) => {
  const { orgId } = principal;
  const [all, names] = await Promise.all([projectsOf(orgId), teamNames(orgId)]);
  const seen = all.filter((project) => seesProject(principal, project));
  const latest = seen.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  return { items: latest.map((project) => toProject(project, principal, names)) };
});
