import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { readManifest } from '../read-manifest.ts';
import { requireReadableIndex } from '../require-readable-index.ts';

export const handler = lambda(
  indexes,
  'get-index-quality',
  member,
  async ({ query, principal, fail }) => {
    const { manifest_key } = await requireReadableIndex(principal, query.index_id);
    if (!manifest_key) throw fail('IndexNotReady');
    const { card, cluster } = await readManifest(manifest_key);
    return {
      rows: card.rows,
      rejects: card.rejects,
      repairs: card.repairs,
      terms: card.terms,
      dimensions: card.dimensions,
      language: card.language,
      half_documents: card.halfDocuments,
      lexical_ndcg: card.lexicalNdcg,
      concept_ndcg: card.conceptNdcg,
      mixed_ndcg: card.mixedNdcg,
      nearest: card.nearest && { ...card.nearest },
      build_seconds: card.buildSeconds,
      placement: cluster ? ('cluster' as const) : ('functions' as const),
    };
  },
);
