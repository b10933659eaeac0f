import type { ConceptModel } from '../concept/model.ts';
import type { SchemaColumn } from '../schema.ts';
import { impactOf } from '../segment/posting-lists.ts';
import { type ExplainedRows, explainHit, nearTerms } from './explain.ts';
import type { IndexState, LoadedIndex } from './index-state.ts';
import type { ParsedQuery } from './parse-query.ts';
import { rangesOfTerms } from './passage.ts';
import type { QueryPages } from './query-pages.ts';
import { projectQuery, type QueryVectors } from './query-vectors.ts';
import type { NumberOf, RankedHits } from './rank-candidates.ts';
import { firstRows } from './row-numbers.ts';
import type { ScoredRow } from './scored-row.ts';
import type { SearchHit, SearchRequest, TextRange } from './search-index.ts';

/** Where the hits of a search are: in segments, or on a cluster. */
export interface HitSource {
  readonly model: ConceptModel;
  /** Number of a hit in the index. */
  readonly numberOf: NumberOf;
  /** Reads stored cells of hits. `columns` are indices among the stored columns. */
  readCells(hits: readonly ScoredRow[], columns: readonly number[]): Promise<string[][]>;
  /** Brings into memory what explaining reads of the model. */
  readTerms(): Promise<void>;
  /** The rows of the hits in memory, valid until the caller awaits something. */
  explained(): ExplainedRows;
}

/** Hits in the segments of an index. */
export function hitsInSegments(
  state: IndexState,
  { parts, rowTerms }: LoadedIndex,
  pages: QueryPages,
): HitSource {
  const firsts = firstRows(state.segments);
  return {
    model: state.model,
    numberOf: ({ segment, row }) => firsts[segment]! + row,
    readCells: (hits, columns) => readCells(state, hits, columns),
    readTerms: () => pages.explanations(),
    explained: () => ({
      rowTerms,
      impactOf: ({ segment, row }, term) => impactOf(parts[segment]!.postings.lists, term, row),
    }),
  };
}

/** Reads stored cells of hits. `columns` are indices among the stored columns. */
export async function readCells(
  state: IndexState,
  hits: readonly ScoredRow[],
  columns: readonly number[],
): Promise<string[][]> {
  const cells: string[][] = hits.map(() => []);
  const read = state.segments.map(async ({ rowStore }, s) => {
    const places = Array.from(hits.keys()).filter((place) => hits[place]!.segment === s);
    if (places.length === 0) return;
    const rows = await rowStore.read(
      places.map((place) => hits[place]!.row),
      columns,
    );
    places.forEach((place, i) => {
      cells[place] = rows[i]!;
    });
  });
  await Promise.all(read);
  return cells;
}

/** Reads the cells of ranked rows and, if the request wants it, explains why they were found. */
export async function presentHits(
  source: HitSource,
  storedColumns: readonly SchemaColumn[],
  { fields, explain }: SearchRequest,
  { query, terms }: ParsedQuery,
  vectors: QueryVectors,
  { rows, scores, shareOf }: RankedHits,
): Promise<SearchHit[]> {
  const wanted = storedColumns.flatMap(({ name, role }, column) =>
    (fields ? fields.includes(name) : role === 'metadata') ? [column] : [],
  );
  const indexColumn = storedColumns.findIndex((column) => column.role === 'index');
  const read = explain ? [...new Set([...wanted, indexColumn])] : wanted;
  const explaining = explain ? source.readTerms() : undefined;
  const [cells] = await Promise.all([
    read.length > 0 ? source.readCells(rows, read) : rows.map(() => []),
    explaining,
  ]);
  const hits = rows.map((hit, i): SearchHit => {
    const row: Record<string, string> = {};
    wanted.forEach((column, c) => {
      row[storedColumns[column]!.name] = cells[i]![c]!;
    });
    return { number: source.numberOf(hit), row, score: scores[i]! };
  });
  if (!explain) return hits;
  const { model } = source;
  const surfaceOf = (term: string) => model.surfaces[model.vocabulary.find(term)] ?? term;
  const isNear = nearTerms(model, projectQuery(model, query));
  const asTerms = new Set(terms.map(({ term }) => term));
  const explained = source.explained();
  return rows.map((hit, i) => {
    const text = cells[i]![read.indexOf(indexColumn)] ?? '';
    const share = shareOf(hit.place);
    const why = explainHit(model, explained, terms, vectors, hit, share, text, surfaceOf, isNear);
    const highlights: Record<string, TextRange[]> = {};
    wanted.forEach((column, c) => {
      const { name, weight } = storedColumns[column]!;
      if (weight === 0) return;
      highlights[name] = rangesOfTerms(cells[i]![c]!, model.analyzer, (term) => asTerms.has(term));
    });
    return { ...hits[i]!, ...why, highlights };
  });
}
