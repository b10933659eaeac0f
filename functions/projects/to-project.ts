import type { MemberPrincipal } from '#functions/people/index.ts';
import { formerMember } from '#shared/audit-actions.ts';
import type { Project, ProjectEntry, ProjectWork } from '#shared/contract/projects.ts';
import { conditions } from '#shared/contract/search-conditions.ts';
import type { EntryRecord } from './project-entries.ts';
import type { WorkRecord } from './project-work.ts';
import type { ProjectRecord } from './projects.ts';
import { managesProject } from './seen-project.ts';

/** Names of the people in an organization by their ids. */
type Names = ReadonlyMap<string, string>;

export const toProject = (
  { owner_id, members, ...project }: ProjectRecord,
  principal: MemberPrincipal,
  names: Names,
): Project => ({
  ...project,
  owner: names.get(owner_id) ?? formerMember,
  managed: managesProject(principal, { owner_id }),
  members: members.flatMap((user_id) => {
    const name = names.get(user_id);
    return name === undefined ? [] : [{ user_id, name }];
  }),
});

export const toEntry = (
  { by_id, kind, ref, title, at, report, search }: EntryRecord,
  project: ProjectRecord,
  principal: MemberPrincipal,
  names: Names,
): ProjectEntry => ({
  kind,
  ref,
  title,
  by: names.get(by_id) ?? formerMember,
  removable: mayRemove(principal, project, { by_id }),
  at,
  ...(report && { report }),
  ...(search && {
    search: { ...search, filters: conditions.parse(JSON.parse(search.filters)) },
  }),
});

/** Whether somebody who sees a project may take a thing out of it. */
export const mayRemove = (
  principal: MemberPrincipal,
  project: ProjectRecord,
  { by_id }: Pick<EntryRecord, 'by_id'>,
): boolean => by_id === principal.user.item_id || managesProject(principal, project);

export const toWork = (
  { by_id, action, object, at, times }: WorkRecord,
  names: Names,
): ProjectWork => ({
  action,
  by: names.get(by_id) ?? formerMember,
  at,
  count: times,
  object: {
    ...object,
    name: object.kind === 'member' ? (names.get(object.ref) ?? formerMember) : object.name,
  },
});
