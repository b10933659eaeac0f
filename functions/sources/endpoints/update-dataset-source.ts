import { lambda } from '#core/request/lambda.ts';
import { managingMember } from '#functions/people/index.ts';
import { sources } from '#shared/contract/sources.ts';
import { requireOwnIndexes } from '../require-own-indexes.ts';
import { changeChoices, getSource, nextAfter } from '../sources.ts';
import { toSource } from '../to-source.ts';

export const handler = lambda(
  sources,
  'update-dataset-source',
  managingMember,
  async ({ params, body: { every, rebuilds }, principal: { orgId }, now, fail }) => {
    const seen = await getSource({ org_id: orgId, ...params });
    if (!seen) throw fail('NotFound');
    if (rebuilds) await requireOwnIndexes(orgId, rebuilds);
    // A stopped source is begun again by a fetch.
    const isMoved = every !== undefined && every !== seen.every && seen.state !== 'stopped';
    const changed = await changeChoices(seen, {
      ...(every && { every }),
      ...(rebuilds && { rebuilds: [...new Set(rebuilds)] }),
      ...(isMoved && { next_at: nextAfter({ every, next_at: undefined }, now) }),
    });
    if (!changed) throw fail('NotFound');
    return toSource(changed);
  },
);
