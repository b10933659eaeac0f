import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { patents } from '#shared/contract/patents.ts';
import { suggestPatents } from '../suggest-patents.ts';

/** Patents are public. The firewall limits each network address. */
export const handler = lambda(patents, 'suggest-patents', anyone, async ({ query }) => ({
  items: await suggestPatents(query.number),
}));
