import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { listsOf } from '../lists.ts';
import { maySee, namesOf, toList } from '../own-lists.ts';

export const handler = lambda(lists, 'list-lists', member, async ({ principal }) => {
  const [all, names] = await Promise.all([listsOf(principal.orgId), namesOf(principal.orgId)]);
  const seen = all.filter((list) => maySee(principal, list, names));
  const latest = seen.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  return { items: latest.map((list) => toList(list, principal, names)) };
});
