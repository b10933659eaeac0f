import type { ConceptModel } from '../concept/model.ts';
import type { SearchParts, Segment } from '../segment/open.ts';
import { QuerySpaces } from './query-vectors.ts';
import { RowTerms } from './row-terms.ts';
import { Speller } from './spelling.ts';

/** An opened index, shared by all steps of a search. */
export interface IndexState {
  readonly model: ConceptModel;
  readonly segments: readonly Segment[];
  readonly rowCount: number;
  /** Share of postings whose term occurs at least twice in its row. */
  readonly meanBurstiness: number;
  /** Reads the data that searches need, once. */
  readonly load: () => Promise<LoadedIndex>;
}

/**
 * The data that searches need, in memory. After a search has awaited it, it must not await anything until
 * its ranking is complete, because the kernels write to memory that all searches share.
 */
export interface LoadedIndex {
  /** By segment. */
  readonly parts: readonly SearchParts[];
  readonly rowTerms: RowTerms;
  readonly spaces: QuerySpaces;
  /** Created at the first unknown word. */
  readonly speller: () => Speller;
}

/** Joins opened files and adds up their corpus-wide counts. */
export function joinState(model: ConceptModel, segments: readonly Segment[]): IndexState {
  const sum = (of: (segment: Segment) => number) => segments.reduce((s, x) => s + of(x), 0);
  const postings = sum((segment) => segment.facts.postingCount);
  let loading: Promise<LoadedIndex> | undefined;
  const load = () => {
    if (!loading) {
      loading = loadAll(model, segments);
      // A failed read may be a temporary fault, so the next search tries again.
      loading.catch(() => {
        loading = undefined;
      });
    }
    return loading;
  };
  return {
    model,
    segments,
    rowCount: sum((segment) => segment.facts.rowCount),
    meanBurstiness: postings > 0 ? sum((segment) => segment.facts.repeatedCount) / postings : 0,
    load,
  };
}

async function loadAll(model: ConceptModel, segments: readonly Segment[]): Promise<LoadedIndex> {
  const [parts, rowTerms] = await Promise.all([
    Promise.all(segments.map((segment) => segment.parts())),
    RowTerms.open(
      model,
      segments.map((segment) => segment.forward()),
    ),
  ]);
  for (const segment of segments) segment.retain();
  let speller: Speller | undefined;
  return {
    parts,
    rowTerms,
    spaces: new QuerySpaces(model),
    speller: () => {
      speller ??= new Speller(parts.map((part) => part.lexicon));
      return speller;
    },
  };
}
