import type { RefusedSearch, SearchAnswer, SearchRequest } from '#shared/contract/search.ts';
import { ProductError } from '#shared/errors.ts';
import { answerSearch } from './answer-search.ts';
import { answerBytes, maxAnswerBytes } from './answer-size.ts';
import type { KeySearch } from './log-answer.ts';
import { type AskIndex, askPublishedIndex } from './query-published-index.ts';

/**
 * Answers several searches of one call, of which one version of the index is asked. Those that the index refuses are
 * answered with their error, and taken back, as are those whose answers leave no room; any other failure is that of the call.
 */
export async function answerSearches(
  call: KeySearch,
  requests: readonly SearchRequest[],
): Promise<(SearchAnswer | RefusedSearch)[]> {
  const askNow = askPublishedIndex(call.principal);
  // A refused call costs one look at the counts, not ten searches.
  const ask: AskIndex = async (work) => {
    await call.usage;
    return askNow(work);
  };
  const ended = await Promise.allSettled(
    requests.map((request) => answerSearch(call, ask, request)),
  );
  const answers = fitted(
    ended.map((each) => (each.status === 'fulfilled' ? each.value : refusalOf(each.reason))),
  );
  const refused = answers.filter((answer) => 'error' in answer).length;
  if (refused > 0) {
    const usage = await call.usage!;
    Object.assign(usage.headers, await usage.takeBack(refused));
  }
  return answers;
}

/** Those answers that fit into one of a function, the first ones first. Others are refused in their place. */
function fitted(answers: readonly (SearchAnswer | RefusedSearch)[]) {
  let bytes = 0;
  return answers.map((answer): SearchAnswer | RefusedSearch => {
    const own = answerBytes(answer);
    if (bytes + own > maxAnswerBytes) {
      return { error: { code: 'AnswerTooLarge', message: noRoom } };
    }
    bytes += own;
    return answer;
  });
}

const noRoom =
  'With the answers before it, this one is larger than 6 MB. Please ask for it in another call.';

function refusalOf(error: unknown): RefusedSearch {
  if (!(error instanceof ProductError) || error.status !== 400) throw error;
  return { error: { code: error.code, message: error.message } };
}
