import { lambda } from '#core/request/lambda.ts';
import { managingMember } from '#functions/people/index.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { readChanges } from '../changes-store.ts';
import { driftOf } from '../drift-of.ts';
import { readManifest } from '../read-manifest.ts';
import { requireReadableIndex } from '../require-readable-index.ts';

export const handler = lambda(
  indexes,
  'get-index-quality',
  managingMember,
  async ({ query, principal, fail }) => {
    const { manifest_key, changes_key } = await requireReadableIndex(principal, query.index_id);
    if (!manifest_key) throw fail('IndexNotReady');
    const { checksum: _, ...manifest } = await readManifest(manifest_key);
    const changes = changes_key && (await readChanges(changes_key, manifest));
    const { card, cluster } = manifest;
    return {
      rows: card.rows,
      rejects: card.rejects,
      repairs: card.repairs,
      terms: card.terms,
      dimensions: card.dimensions,
      language: card.language,
      languages: [...(card.languages ?? [card.language])],
      half_documents: card.halfDocuments,
      lexical_ndcg: card.lexicalNdcg,
      concept_ndcg: card.conceptNdcg,
      mixed_ndcg: card.mixedNdcg,
      nearest: card.nearest && { ...card.nearest },
      vectors: card.own && {
        rows: card.own.rows,
        weight: card.own.weight,
        is_set: card.own.isSet,
        ndcg_without: card.own.ndcgWithout,
        ndcg: card.own.ndcg,
      },
      build_seconds: card.buildSeconds,
      changes: changes ? driftOf(changes) : undefined,
      placement: cluster ? ('cluster' as const) : ('functions' as const),
    };
  },
);
