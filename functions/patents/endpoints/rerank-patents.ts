import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { chatTools } from '#shared/contract/chat-tools.ts';
import { rerankPatents } from '../rerank-patents.ts';

/** Public and limited as `get-filtered-data` is. */
export const handler = lambda(
  chatTools,
  'rerank-patents',
  passerby,
  async ({ body, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    return rerankPatents(body);
  },
);
