import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { logVisitorSearch, warmIndex } from '#functions/search/index.ts';
import { chatTools } from '#shared/contract/chat-tools.ts';
import { patentsIndex } from '../find-patent.ts';
import { searchPatents } from '../search-patents.ts';

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
    return logVisitorSearch(patentsIndex, query, startedAt, async () => {
      const answer = await search();
      return { answer, results: answer.found };
    });
  },
  warmIndex,
);
