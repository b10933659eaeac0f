import { lambda } from '#core/request/lambda.ts';
import { changeRows } from '#functions/indexes/index.ts';
import { rows as contract } from '#shared/contract/rows.ts';
import { uncountedKeyHolder } from '../key-holder.ts';

export const handler = lambda(
  contract,
  'update-rows',
  uncountedKeyHolder,
  async ({ params, query, body, principal, now, fail }) => {
    if (!principal.mayChangeRows) throw fail('KeyMayNotChangeRows');
    const change = { key: query.key, updates: body.rows };
    return changeRows(params.index_id, principal.orgId, change, now);
  },
);
