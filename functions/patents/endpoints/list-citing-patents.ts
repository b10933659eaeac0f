import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { patents } from '#shared/contract/patents.ts';
import { limits } from '#shared/limits.ts';
import { citedBy } from '../cited-by.ts';

/** Patents are public. Each network has a limit. */
export const handler = lambda(
  patents,
  'list-citing-patents',
  passerby,
  async ({ query, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    const citing = await citedBy(query.ucid);
    return { items: citing.slice(0, limits.citingPatents), total: citing.length };
  },
);
