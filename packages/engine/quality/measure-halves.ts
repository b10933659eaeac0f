import type { IndexState } from '../opening/index-state.ts';
import { scoreRows } from '../query/rank-candidates.ts';
import { EVEN_WEIGHTS } from '../query/signal-weights.ts';
import { HalfSource, placeOfHalf } from '../search/sources/halves.ts';
import { weighTerms } from '../words/terms.ts';
import type { WeightTest } from './choose-weight.ts';
import { gainOf } from './gain.ts';
import type { HalfDocument } from './half-documents.ts';

/** nDCG@10 of the half-document test by each ranking; 0 without documents. */
export interface HalfDocumentFigures {
  readonly halfDocuments: number;
  readonly lexicalNdcg: number;
  readonly conceptNdcg: number;
  readonly mixedNdcg: number;
}

/**
 * Measures how well halves of documents find each other: a few words of the hidden half are the query
 * for the kept half, which is ranked among all other rows. The figures compare builds of one dataset.
 * They do not judge weights: both halves share the words of their author, which favours words.
 * @param weights finds out what the dataset's own vectors count
 */
export async function measureHalves(
  state: IndexState,
  documents: readonly HalfDocument[],
  weights?: WeightTest,
): Promise<HalfDocumentFigures> {
  const source = new HalfSource(state, await state.load());
  const totals = { lexical: 0, concept: 0, mixed: 0 };
  for (const document of documents) {
    const { query } = document;
    const terms = weighTerms(query, await source.counts(query.terms), state);
    const found = source.find(document, terms);
    const { vectors } = state.encoder.encode(query);
    using rows = source.place(found);
    const parsed = { query, terms, similar: [], weights: EVEN_WEIGHTS };
    const search = { state, rows, parsed, vectors, candidates: found, found, scale: undefined };
    const { found: reranked, signals, total } = scoreRows(search, 0).scored;
    const half = placeOfHalf(reranked);
    totals.lexical += gainOf(half, signals.lexical);
    totals.concept += gainOf(half, signals.mapped);
    totals.mixed += gainOf(half, total);
    weights?.add({ document, found: reranked, total });
  }
  const mean = (total: number) => Math.round((total / (documents.length || 1)) * 10_000) / 10_000;
  return {
    halfDocuments: documents.length,
    lexicalNdcg: mean(totals.lexical),
    conceptNdcg: mean(totals.concept),
    mixedNdcg: mean(totals.mixed),
  };
}
