import { lambda } from '#core/request/lambda.ts';
import { search } from '#shared/contract/search.ts';
import { uncountedKeyHolder } from '../key-holder.ts';
import { requestWarmth } from '../request-warmth.ts';
import { warmCall } from '../warm-events.ts';

export const handler = lambda(
  search,
  'warm-index',
  uncountedKeyHolder,
  async ({ params, body, now }) => {
    const send = (call: (typeof body.calls)[number]) =>
      requestWarmth(call, (indexId) => warmCall(call, indexId), params.index_id, now);
    await Promise.all(new Set(body.calls).values().map(send));
    return {};
  },
);
