import { findCandidates, resolveTerms, withoutRow } from '../query/candidates.ts';
import type { IndexState } from '../query/index-state.ts';
import { pruneCandidates } from '../query/prune-candidates.ts';
import { mixSignals } from '../query/rank-rows.ts';
import { computeSignals } from '../query/signals.ts';
import { RERANKED } from '../ranking-constants.ts';
import type { HalfDocument } from './half-documents.ts';

/** nDCG@10 of the half-document test by each ranking; 0 without documents. */
export interface HalfDocumentFigures {
  readonly halfDocuments: number;
  readonly lexicalNdcg: number;
  readonly conceptNdcg: number;
  readonly mixedNdcg: number;
}

const CUTOFF = 10;

/** nDCG@10 when only the last entry is relevant. In ties the other entries rank first. */
function gainOfLast(scores: Float64Array): number {
  const own = scores.at(-1)!;
  let rank = 1;
  for (let i = 0; i + 1 < scores.length; i++) if (scores[i]! >= own) rank++;
  return rank <= CUTOFF ? 1 / Math.log2(rank + 1) : 0;
}

/**
 * Measures how well halves of documents find each other: a few words of the hidden half are the query
 * for the kept half, which is ranked among all other rows. The figures compare builds of one dataset.
 * They do not judge weights: both halves share the words of their author, which favours words.
 */
export async function measureHalves(
  state: IndexState,
  documents: readonly HalfDocument[],
): Promise<HalfDocumentFigures> {
  const loaded = await state.load();
  const { parts, spaces } = loaded;
  const lexicons = parts.map((part) => part.lexicon);
  const totals = { lexical: 0, concept: 0, mixed: 0 };
  for (const { segment, row, kept, query, impacts } of documents) {
    const terms = resolveTerms(query, lexicons, state);
    const [found] = findCandidates(parts, terms, [{}]);
    // The whole document contains the query, so only its kept half is ranked.
    const others = withoutRow(found!, segment, row);
    const vectors = spaces.vectors(query);
    const { kept: reranked } = pruneCandidates(parts, others, vectors.mapped, RERANKED);
    const own = terms.reduce((sum, term, i) => sum + term.weight * impacts[i]!, 0);
    const partial = { ...kept, lexical: own };
    const parsed = { query, terms, similar: [] };
    const signals = computeSignals(state, loaded, parsed, vectors, reranked, partial);
    const mixed = mixSignals(signals);
    totals.lexical += gainOfLast(signals.lexical);
    totals.concept += gainOfLast(signals.mapped);
    totals.mixed += gainOfLast(mixed.lexical.map((score, i) => score + mixed.concept[i]!));
  }
  const mean = (total: number) => Math.round((total / (documents.length || 1)) * 10_000) / 10_000;
  return {
    halfDocuments: documents.length,
    lexicalNdcg: mean(totals.lexical),
    conceptNdcg: mean(totals.concept),
    mixedNdcg: mean(totals.mixed),
  };
}
