import { auditEntry } from '#core/storage/audit.ts';
import { type MemberPrincipal, teamNames } from '#functions/people/index.ts';
import {
  type ProjectRecord,
  projectHolding,
  seesProject,
  workDone,
} from '#functions/projects/index.ts';
import { type AuditAction, formerMember } from '#shared/audit-actions.ts';
import type { List, ListItem } from '#shared/contract/lists.ts';
import type { WorkAction } from '#shared/contract/projects.ts';
import { ProductError } from '#shared/errors.ts';
import type { ListItemRecord } from './list-items.ts';
import { getList, type ListRecord } from './lists.ts';

type Names = ReadonlyMap<string, string>;

/**
 * Whether somebody sees a list. One that is in a project is seen by those who see the project. Else they see their own
 * ones, those that are shared, and as an admin those of people who left, which would be lost otherwise.
 */
export function maySee(
  principal: MemberPrincipal,
  { shared, owner_id }: ListRecord,
  project: ProjectRecord | undefined,
  names: Names,
): boolean {
  if (project) return seesProject(principal, project);
  const { user } = principal;
  return shared || owner_id === user.item_id || (user.role === 'admin' && !names.has(owner_id));
}

/** The list with this id. Throws `ListNotFound` when there is none, or it is somebody else's. */
export async function seenList(principal: MemberPrincipal, listId: string) {
  const { orgId } = principal;
  const [list, project, names] = await Promise.all([
    getList(orgId, listId),
    projectHolding(orgId, { kind: 'list', ref: listId }),
    teamNames(orgId),
  ]);
  if (!list || !maySee(principal, list, project, names)) throw new ProductError('ListNotFound');
  return { list, project, names };
}

/** The same for those who may rename, share and delete it. Throws `Forbidden` for others who see it. */
export async function managedList(principal: MemberPrincipal, listId: string) {
  const seen = await seenList(principal, listId);
  const isOwn = seen.list.owner_id === principal.user.item_id;
  if (!isOwn && principal.user.role !== 'admin') throw new ProductError('Forbidden');
  return seen;
}

/** The trail tells of lists that the team sees. A private one is nobody else's business. */
export const listEntries = (
  principal: MemberPrincipal,
  action: AuditAction,
  { list_id, name, shared }: Pick<ListRecord, 'list_id' | 'name' | 'shared'>,
  now: Date,
) => (shared ? [auditEntry(principal, { action, object: { id: list_id, name } }, now)] : []);

/** The write that notes in the project of a list what somebody did to it; nothing for a list that is in none. */
export const workOn = (
  principal: MemberPrincipal,
  project: ProjectRecord | undefined,
  { list_id: ref, name }: Pick<ListRecord, 'list_id' | 'name'>,
  action: WorkAction,
  now: Date,
) =>
  project
    ? [workDone(principal, project.project_id, action, { kind: 'list', ref, name }, now)]
    : [];

export const toList = (
  { owner_id, ...list }: ListRecord,
  project: ProjectRecord | undefined,
  { user }: MemberPrincipal,
  names: Names,
): List => ({
  ...list,
  ...(project && { project: { project_id: project.project_id, name: project.name } }),
  owner: names.get(owner_id) ?? formerMember,
  own: owner_id === user.item_id,
});

export const toListItem = ({ by_id, ...item }: ListItemRecord, names: Names): ListItem => ({
  ...item,
  by: names.get(by_id) ?? formerMember,
});
