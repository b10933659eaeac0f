import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { patents } from '#shared/contract/patents.ts';
import { limits } from '#shared/limits.ts';
import { citedBy } from '../cited-by.ts';

/** Patents are public. The firewall limits each network address. */
export const handler = lambda(patents, 'list-citing-patents', anyone, async ({ query }) => {
  const citing = await citedBy(query.ucid);
  return { items: citing.slice(0, limits.citingPatents), total: citing.length };
});
