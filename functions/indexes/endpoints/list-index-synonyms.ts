import { lambda } from '#core/request/lambda.ts';
import { managingMember } from '#functions/people/index.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { requireReadableIndex } from '../require-readable-index.ts';
import { getSynonyms } from '../synonyms-store.ts';

export const handler = lambda(
  indexes,
  'list-index-synonyms',
  managingMember,
  async ({ params, principal }) => {
    const { item_id } = await requireReadableIndex(principal, params.index_id);
    return { items: (await getSynonyms(item_id))?.lines ?? [] };
  },
);
