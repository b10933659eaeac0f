import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { setList } from '../lists.ts';
import { listEntries, managedList, toList } from '../own-lists.ts';

export const handler = lambda(lists, 'update-list', member, async (request) => {
  const { params, body, principal, now, fail } = request;
  const { list, project, names } = await managedList(principal, params.list_id);
  const { name = list.name, shared: wanted = list.shared } = body;
  // Taken out of its project, it is its owner’s alone.
  const shared = wanted && !project;
  const changed = { ...list, name, shared, updated_at: now.toISOString() };
  // One that is made private was seen by the team until now.
  const told = { ...changed, shared: shared || list.shared };
  const notes = listEntries(principal, 'list.changed', told, now);
  if (!(await setList(principal.orgId, list, changed, notes))) throw fail('ListNotFound');
  return toList(changed, project, principal, names);
});
