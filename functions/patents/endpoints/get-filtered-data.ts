import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { logVisitorSearch, warmIndex } from '#functions/search/index.ts';
import { chatTools } from '#shared/contract/chat-tools.ts';
import { patentsIndex } from '../find-patent.ts';
import { searchPatents } from '../search-patents.ts';

/** Patents are public: a caller's token changes nothing. Each network has a limit. */
export const handler = lambda(
  chatTools,
  'get-filtered-data',
  passerby,
  async ({ body, startedAt, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    const { query, limit, filters, visitor, ...own } = body;
    const search = () => searchPatents({ query, limit, filters }, own);
    // The assistant's searches go by what somebody asked it, and that is in the history.
    if (!visitor || query === undefined || query === null) return search();
    return logVisitorSearch(patentsIndex, query, startedAt, async () => {
      const answer = await search();
      return { answer, results: answer.found };
    });
  },
  warmIndex,
);
