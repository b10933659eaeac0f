import type { ConceptModel } from '../concept/model.ts';
import { findPair } from '../concept/pairs.ts';
import { ensureLists } from '../segment/posting-lists.ts';
import type { AnalyzedQuery } from './analyze-query.ts';
import type { Candidates, ResolvedTerm } from './candidates.ts';
import type { IndexState, LoadedIndex } from './index-state.ts';

/** Requests that one step of a search may cost, over all segments. More would wait for each other. */
const MAX_READS = 64;
/** The same for the rows of candidates, which lie far apart. */
const MAX_ROW_READS = 150;

const readsPerSegment = ({ segments }: IndexState) =>
  Math.max(1, Math.floor(MAX_READS / segments.length));

/**
 * Begins to read what a search surely needs, so that in a fresh index these reads go on while the heads of its files are
 * unpacked. Returns when they were sent. What fails is read again by the step that needs it.
 */
export async function readAhead(state: IndexState, terms: readonly string[]): Promise<void> {
  const ignore = () => {};
  state.modelParts.associations().catch(ignore);
  const tables = await Promise.all(state.segments.map((segment) => segment.terms()));
  for (const table of tables) table.ensure(terms, readsPerSegment(state)).catch(ignore);
}

/**
 * Brings into memory what the steps of one search read. Of a resident index nothing is read. Each step
 * reads many places at once, because a request to a store takes as long as reading megabytes.
 */
export class QueryPages {
  readonly #state: IndexState;
  readonly #loaded: LoadedIndex;
  readonly #readsPerSegment: number;

  constructor(state: IndexState, loaded: LoadedIndex) {
    this.#state = state;
    this.#loaded = loaded;
    this.#readsPerSegment = readsPerSegment(state);
  }

  /** Pages for looking up terms in the lexicons of all segments and in the model. */
  async terms(terms: readonly string[]): Promise<void> {
    if (this.#loaded.isResident()) return;
    const tables = this.#loaded.parts.map(({ lexicon }) => lexicon.terms);
    await Promise.all(
      [...tables, this.#state.model.vocabulary].map((table) =>
        table.ensure(terms, this.#readsPerSegment),
      ),
    );
  }

  /** The text of all terms, for spellings and beginnings of words that no segment has. */
  async textOfTerms(): Promise<void> {
    if (this.#loaded.isResident()) return;
    await Promise.all(this.#loaded.parts.map(({ lexicon }) => lexicon.terms.readText()));
  }

  /** The concept vectors of a query's terms and pairs. */
  async vectors(query: AnalyzedQuery): Promise<void> {
    if (this.#loaded.isResident()) return;
    await this.#state.modelParts.projection(unitsOf(this.#state.model, query));
  }

  /** Posting lists. */
  async postings(terms: readonly ResolvedTerm[]): Promise<void> {
    if (this.#loaded.isResident()) return;
    await Promise.all(
      this.#loaded.parts.map(({ postings }, s) => {
        const numbers = terms.map((term) => term.numbers[s]!).filter((number) => number >= 0);
        return ensureLists(postings.lists, numbers, this.#readsPerSegment);
      }),
    );
  }

  /** What ranking reads of the candidates, and the association vectors of all terms. */
  async rows({
    rows,
    starts,
    count,
  }: Pick<Candidates, 'rows' | 'starts' | 'count'>): Promise<void> {
    if (this.#loaded.isResident()) return;
    const reads = this.#loaded.features.map((features, s) => {
      const own = rows.subarray(starts[s], starts[s + 1]);
      const share = (MAX_ROW_READS * own.length) / (count || 1);
      return features.ensure(own, Math.max(1, Math.floor(share)));
    });
    await Promise.all([...reads, this.#associations()]);
  }

  /** The one-bit codes of all rows. */
  async codes(): Promise<void> {
    if (this.#loaded.isResident()) return;
    await Promise.all(this.#state.segments.map((segment) => segment.readCodes()));
  }

  /** What explaining hits reads of the model. */
  async explanations(): Promise<void> {
    if (this.#loaded.isResident()) return;
    const { model, modelParts } = this.#state;
    await Promise.all([model.vocabulary.all(), modelParts.allProjections(), modelParts.surfaces()]);
  }

  async #associations(): Promise<void> {
    if (this.#loaded.isResident()) return;
    await this.#state.modelParts.associations();
    this.#loaded.rowTerms.setVectors(this.#state.model.associations);
  }
}

/** Units of concept space in a query: its terms and pairs that the model knows. */
export function unitsOf(model: ConceptModel, query: AnalyzedQuery): number[] {
  const numbers = query.terms.map((term) => model.vocabulary.find(term));
  const pairs = query.pairs.map(([a, b]) => {
    const [first, second] = [numbers[a]!, numbers[b]!];
    const pair = first < 0 || second < 0 ? -1 : findPair(model.pairs, first, second);
    return pair < 0 ? -1 : model.vocabulary.size + pair;
  });
  return [...numbers, ...pairs].filter((unit) => unit >= 0);
}
