import { lambda } from '#core/request/lambda.ts';
import { member, teamNames } from '#functions/people/index.ts';
import { heldByProject } from '#functions/projects/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { listsOf } from '../lists.ts';
import { maySee, toList } from '../own-lists.ts';

export const handler = lambda(lists, 'list-lists', member, async ({ principal }) => {
  const { orgId } = principal;
  const [all, held, names] = await Promise.all([
    listsOf(orgId),
    heldByProject(orgId, 'list'),
    teamNames(orgId),
  ]);
  const latest = all.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  return {
    items: latest.flatMap((list) => {
      const project = held.get(list.list_id);
      const isSeen = maySee(principal, list, project, names);
      return isSeen ? [toList(list, project, principal, names)] : [];
    }),
  };
});
