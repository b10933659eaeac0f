/** The wall of confidential projects: who sees them, and what they hold. */
import type { MemberPrincipal } from '#functions/people/index.ts';
import type { EntryKind } from '#shared/contract/projects.ts';
import { ProductError } from '#shared/errors.ts';
import { type EntryKey, type EntryRecord, entriesOfKind, getEntry } from './project-entries.ts';
import { getProject, type ProjectRecord, projectsOf } from './projects.ts';

type Person = Pick<MemberPrincipal, 'user'>;

/** Whether somebody of the organization sees a project. */
export const seesProject = (
  { user }: Person,
  { confidential, members }: Pick<ProjectRecord, 'confidential' | 'members'>,
): boolean => !confidential || user.role === 'admin' || members.includes(user.item_id);

/** Whether somebody who sees a project may change and delete it. */
export const managesProject = (
  { user }: Person,
  { owner_id }: Pick<ProjectRecord, 'owner_id'>,
): boolean => owner_id === user.item_id || user.role === 'admin';

/** The project with this id. Throws `ProjectNotFound` when there is none, or the caller does not see it. */
export async function seenProject(
  principal: MemberPrincipal,
  projectId: string,
): Promise<ProjectRecord> {
  const project = await getProject({ orgId: principal.orgId, projectId });
  if (!project || !seesProject(principal, project)) throw new ProductError('ProjectNotFound');
  return project;
}

/** The same for those who manage it. Throws `Forbidden` for others who see it. */
export async function managedProject(principal: MemberPrincipal, projectId: string) {
  const project = await seenProject(principal, projectId);
  if (!managesProject(principal, project)) throw new ProductError('Forbidden');
  return project;
}

/** The project that a thing is in; undefined when it is in none. The caller checks whether it is seen. */
export async function projectHolding(
  orgId: string,
  key: EntryKey,
): Promise<ProjectRecord | undefined> {
  const entry = await getEntry(orgId, key);
  return entry && getProject({ orgId, projectId: entry.project_id });
}

/** Everything of one kind that is in a project, by its `ref`, with the project. */
export async function heldByProject(
  orgId: string,
  kind: EntryKind,
): Promise<Map<string, ProjectRecord>> {
  const [entries, all] = await Promise.all([entriesOfKind(orgId, kind), projectsOf(orgId)]);
  const projects = new Map(all.map((project) => [project.project_id, project]));
  const withProject = ({ ref, project_id }: EntryRecord) => {
    const project = projects.get(project_id);
    return project ? [[ref, project] as const] : [];
  };
  return new Map(entries.flatMap(withProject));
}
