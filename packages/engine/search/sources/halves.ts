import type { IndexState, LoadedIndex } from '../../opening/index-state.ts';
import type { HalfDocument } from '../../quality/half-documents.ts';
import { type Candidates, findCandidates, withoutRow } from '../../query/candidates.ts';
import { lookUp, type ResolvedTerm, type TermEntry } from '../../words/terms.ts';
import { PlacedRows, payloadOf, type RowPayload } from '../placed-rows.ts';
import { Lender, type RowLease, type RowSource } from '../row-source.ts';

/** Candidates of a query, of which one is half a document. */
export interface HalfCandidates extends Candidates {
  /** By segment. */
  readonly payloads: readonly (readonly RowPayload[])[];
}

/** What `numberOf` gives for half a document, which has no number in the index. */
const HALF = -1;

/** Place of the half among candidates; -1 if it is not among them. */
export function placeOfHalf({ starts, rows, numberOf }: Candidates): number {
  for (let segment = 0; segment + 1 < starts.length; segment++) {
    // It is the last row of its segment.
    const position = starts[segment + 1]! - 1;
    if (position >= starts[segment]! && numberOf({ segment, row: rows[position]! }) === HALF)
      return position;
  }
  return -1;
}

/** The rows of segments that are in memory, with one document replaced by a half of it. */
export class HalfSource implements Pick<RowSource<never, HalfCandidates>, 'counts' | 'place'> {
  readonly #vocabulary: IndexState['model']['vocabulary'];
  readonly #parts: LoadedIndex['parts'];
  readonly #rowTerms: LoadedIndex['rowTerms'];
  readonly #placed: PlacedRows;
  readonly #lender = new Lender();

  constructor({ model, rowCount }: IndexState, { parts, rowTerms }: LoadedIndex) {
    this.#vocabulary = model.vocabulary;
    this.#parts = parts;
    this.#rowTerms = rowTerms;
    const lexicons = parts.map(({ lexicon }) => lexicon);
    this.#placed = new PlacedRows(model, lexicons, rowCount);
  }

  async counts(terms: readonly string[]): Promise<TermEntry[]> {
    return lookUp(
      this.#parts.map(({ lexicon }) => lexicon),
      this.#vocabulary,
      terms,
    );
  }

  /** The best rows by words, and the half of a document instead of the whole, which has the query. */
  find(document: HalfDocument, terms: readonly ResolvedTerm[]): HalfCandidates {
    const { segment, row, payload, impacts } = document;
    const [best] = findCandidates(this.#parts, terms, [{}]);
    const others = withoutRow(best!, segment, row);
    const own = terms.reduce((sum, term, i) => sum + term.weight * impacts[i]!, 0);
    const rows: number[] = [];
    const lexical: number[] = [];
    const starts = [0];
    const payloads = this.#parts.map(({ vectors }, s) => {
      const [from, to] = [others.starts[s]!, others.starts[s + 1]!];
      const placed = Array.from(others.rows.subarray(from, to), (other) =>
        payloadOf(vectors, this.#rowTerms.forward(s), other),
      );
      lexical.push(...others.lexical.subarray(from, to));
      if (s === segment) {
        placed.push(payload);
        lexical.push(own);
      }
      rows.push(...placed.keys());
      starts.push(rows.length);
      return placed;
    });
    const half = payloads[segment]!.length - 1;
    return {
      ...others,
      count: rows.length,
      rows: Uint32Array.from(rows),
      starts: Uint32Array.from(starts),
      lexical: Float64Array.from(lexical),
      lowest: Math.min(others.lowest, own),
      numberOf: (at) =>
        at.segment === segment && at.row === half
          ? HALF
          : others.numberOf({
              segment: at.segment,
              row: others.rows[others.starts[at.segment]! + at.row]!,
            }),
      payloads,
    };
  }

  place({ payloads }: HalfCandidates): RowLease {
    this.#placed.place(payloads);
    const { parts, rowTerms } = this.#placed;
    const impactOf = () => {
      throw new Error('Halves of documents are not explained.');
    };
    return this.#lender.lend({ parts, rowTerms, impactOf });
  }
}
