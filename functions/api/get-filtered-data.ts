import { patentsIndex } from '#functions/domain/find-patent.ts';
import { logVisitorSearch } from '#functions/domain/log-answer.ts';
import { searchPatents } from '#functions/domain/search-patents.ts';
import { warmIndex } from '#functions/domain/warm-index.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { chatTools } from '#shared/contract/chat-tools.ts';

/** Patents are public: a caller's token changes nothing. The firewall limits each network address. */
export const handler = lambda(
  chatTools,
  'get-filtered-data',
  anyone,
  ({ body, startedAt }) => {
    const { query, limit, filters, visitor, ...own } = body;
    const search = () => searchPatents({ query, limit, filters }, own);
    // The assistant's searches go by what somebody asked it, and that is in the history.
    if (!visitor || query === undefined) return search();
    return logVisitorSearch(patentsIndex, query, startedAt, async (told) => {
      const answer = await search();
      told.results = answer.found;
      return answer;
    });
  },
  warmIndex,
);
