import { searchPatents } from '#functions/domain/search-patents.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { chatTools } from '#shared/contract/chat-tools.ts';

/** Patents are public: a caller's token changes nothing. The firewall limits each network address. */
export const handler = lambda(chatTools, 'get-filtered-data', anyone, ({ body }) => {
  const { query, limit, filters, ...own } = body;
  return searchPatents({ query, limit, filters }, own);
});
