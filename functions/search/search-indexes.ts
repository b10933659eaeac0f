import { isOverload } from '#core/runtime/call-limits.ts';
import type { InputOf, OutputOf } from '#shared/contract/endpoint.ts';
import type { search } from '#shared/contract/search.ts';
import { ProductError } from '#shared/errors.ts';
import { answerSearch } from './answer-search.ts';
import type { KeysOfBody } from './key-holder.ts';
import { askPublishedIndex } from './query-published-index.ts';

type Search = (typeof search)['search-indexes'];
type Body = InputOf<Search>['body'];
type Answer = OutputOf<Search>;

/**
 * Searches each index as its key may, and merges what is found by score. An index that cannot be asked is named with its error.
 * @throws ProductError the error of the first index if none can be asked
 */
export async function searchIndexes(
  keys: KeysOfBody,
  { request, indexes }: Body,
  startedAt: number,
): Promise<Answer> {
  const ask = async ({ index_id, api_key, ...own }: Body['indexes'][number]) => {
    const caller = await keys.hold(index_id, api_key);
    const call = { ...caller, startedAt };
    const search = answerSearch(call, askPublishedIndex(caller.principal), { ...request, ...own });
    // The query is counted meanwhile.
    const [answered, counted] = await Promise.allSettled([search, caller.usage!]);
    if (counted.status === 'rejected') throw counted.reason;
    if (answered.status === 'fulfilled') return answered.value;
    // As with a call of its own, what is refused as invalid does not count.
    const { reason } = answered;
    if (reason instanceof ProductError && reason.status === 400) await counted.value.takeBack();
    throw reason;
  };
  const ended = await Promise.allSettled(indexes.map(ask));
  const failures = ended.flatMap((each) =>
    each.status === 'rejected' ? [expected(each.reason)] : [],
  );
  if (failures.length === ended.length) throw failures[0]!;
  const found = ended.map((each, i) => {
    const { index_id } = indexes[i]!;
    if (each.status === 'fulfilled') return { index_id, answer: each.value };
    const { code, message } = expected(each.reason);
    return { index_id, error: { code, message } };
  });
  const hits = found.flatMap(({ index_id, answer }) =>
    (answer?.foundItems ?? []).map((item) => ({ index_id, item })),
  );
  return {
    // Rows of equal scores keep the order of the indexes in the request.
    foundItems: hits
      .toSorted((a, b) => b.item.conceptScore - a.item.conceptScore)
      .slice(0, request.maxNumItems),
    indexes: found.map(({ answer, ...index }) => {
      const { foundItems: _, ...told } = answer ?? {};
      return { ...index, ...told };
    }),
  };
}

/** The error that an index is answered with. Others are defects, and those of the whole call. */
function expected(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (isOverload(error)) return new ProductError('Busy');
  throw error;
}
