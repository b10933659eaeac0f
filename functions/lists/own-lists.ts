import { auditEntry } from '#core/storage/audit.ts';
import { listTeam, type MemberPrincipal } from '#functions/people/index.ts';
import { type AuditAction, formerMember } from '#shared/audit-actions.ts';
import type { List, ListItem } from '#shared/contract/lists.ts';
import { ProductError } from '#shared/errors.ts';
import type { ListItemRecord } from './list-items.ts';
import { getList, type ListRecord } from './lists.ts';

/** Names of the people in an organization by their ids. They are looked up, not stored: they change, and people leave. */
type Names = ReadonlyMap<string, string>;

export async function namesOf(orgId: string): Promise<Names> {
  const team = await listTeam(orgId);
  return new Map(team.map(({ item_id, full_name }) => [item_id, full_name]));
}

/**
 * Whether somebody sees a list: their own ones, those that are shared, and as an admin those of people who left, which
 * would be lost otherwise.
 */
export const maySee = (
  { user }: MemberPrincipal,
  { shared, owner_id }: ListRecord,
  names: Names,
): boolean =>
  shared || owner_id === user.item_id || (user.role === 'admin' && !names.has(owner_id));

/** The list with this id. Throws `ListNotFound` when there is none, or it is somebody else's. */
export async function seenList(
  principal: MemberPrincipal,
  listId: string,
): Promise<{ list: ListRecord; names: Names }> {
  const [list, names] = await Promise.all([
    getList(principal.orgId, listId),
    namesOf(principal.orgId),
  ]);
  if (!list || !maySee(principal, list, names)) throw new ProductError('ListNotFound');
  return { list, names };
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

export const toList = (
  { owner_id, ...list }: ListRecord,
  { user }: MemberPrincipal,
  names: Names,
): List => ({
  ...list,
  owner: names.get(owner_id) ?? formerMember,
  own: owner_id === user.item_id,
});

export const toListItem = ({ by_id, ...item }: ListItemRecord, names: Names): ListItem => ({
  ...item,
  by: names.get(by_id) ?? formerMember,
});
