import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { patents } from '#shared/contract/patents.ts';
import { citationGraph } from '../citation-graph.ts';

/** Patents are public. Each network has a limit. */
export const handler = lambda(
  patents,
  'get-citation-graph',
  passerby,
  async ({ query, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    return citationGraph(query.ucid);
  },
);
