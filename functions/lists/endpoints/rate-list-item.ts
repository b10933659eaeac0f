import { lambda } from '#core/request/lambda.ts';
import { transact } from '#core/storage/writes.ts';
import { requireReadableIndex } from '#functions/indexes/index.ts';
import { member } from '#functions/people/index.ts';
import { lists } from '#shared/contract/lists.ts';
import { putItem, rateItem } from '../list-items.ts';
import { getList } from '../lists.ts';
import { seenList, toListItem, workOn } from '../own-lists.ts';

export const handler = lambda(lists, 'rate-list-item', member, async (request) => {
  const { params, body, principal, now, fail } = request;
  const { rating, note, ...document } = body;
  const { list, project, names } = await seenList(principal, params.list_id);
  const of = { orgId: principal.orgId, listId: list.list_id };
  const notes = workOn(principal, project, list, 'rated', now);
  const rate = async () => {
    const rated = await rateItem(of, document, rating, note);
    if (rated && notes.length > 0) await transact(notes);
    return rated;
  };
  const rated = await rate();
  if (rated) return toListItem(rated, names);
  await requireReadableIndex(principal, body.index_id);
  const item = {
    kind: 'document' as const,
    ...document,
    ...(rating && { rating }),
    ...(note !== undefined && { note }),
    tags: [],
    by_id: principal.user.item_id,
    at: now.toISOString(),
    revision: 1,
  };
  const outcome = await putItem(of, item, notes);
  if (outcome === 'added') return toListItem(item, names);
  // A colleague was as fast.
  const again = outcome === 'there' ? await rate() : undefined;
  if (again) return toListItem(again, names);
  throw fail((await getList(principal.orgId, list.list_id)) ? 'ListFull' : 'ListNotFound');
});
