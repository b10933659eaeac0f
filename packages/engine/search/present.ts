import type { Candidates } from '../query/candidates.ts';
import { explainHit, nearTerms } from '../query/explain.ts';
import { rangesOfTerms } from '../query/passage.ts';
import type { RankedHits } from '../query/rank-candidates.ts';
import type { SearchHit, SearchRequest, TextRange } from '../query/search-index.ts';
import { storedColumns } from '../schema.ts';
import type { ParsedQuery } from '../words/terms.ts';
import type { EncodedQuery } from './query.ts';
import type { RowSource } from './row-source.ts';

/**
 * Present: reads the cells of ranked rows and, if the request wants it, explains why they were found.
 * @param foundOf what has the rows, to be placed
 */
export async function presentHits<Filter, Found extends Candidates>(
  source: RowSource<Filter, Found>,
  { fields, explain, vectors = false }: SearchRequest,
  { terms }: ParsedQuery,
  query: EncodedQuery,
  { rows, scores, shareOf }: RankedHits,
  foundOf: () => Promise<Found>,
): Promise<SearchHit[]> {
  const { model } = source;
  const columns = storedColumns(model.schema);
  const wanted = columns.flatMap(({ name, role }, column) =>
    (fields ? fields.includes(name) : role === 'metadata') ? [column] : [],
  );
  const indexColumn = columns.findIndex((column) => column.role === 'index');
  const textColumns = [
    indexColumn,
    ...columns.flatMap(({ kind }, column) => (kind === 'text' ? [column] : [])),
  ].filter((column) => column >= 0);
  const read = explain ? [...new Set([...wanted, ...textColumns])] : wanted;
  const explaining = explain && rows.length > 0;
  const isPlaced = explaining || (vectors && rows.length > 0);
  const numbers = rows.map(({ number }) => number);
  const [cells, found] = await Promise.all([
    read.length > 0 && rows.length > 0 ? source.cells(numbers, read) : rows.map(() => []),
    isPlaced ? foundOf() : undefined,
    explaining ? source.readExplanations() : undefined,
  ]);
  const hits = rows.map((hit, i): SearchHit => {
    const row: Record<string, string> = {};
    wanted.forEach((column, c) => {
      row[columns[column]!.name] = cells[i]![c]!;
    });
    return { number: hit.number, row, score: scores[i]! };
  });
  if (!found) return hits;
  if (vectors) {
    using placed = source.place(found);
    for (const [i, { segment, row }] of rows.entries()) {
      const of = placed.parts[segment]!.vectors;
      const vector = new Float32Array(of.width);
      of.addRow(vector, row, 1);
      hits[i] = { ...hits[i]!, vector };
    }
  }
  if (!explaining) return hits;
  const surfaceOf = (term: string) => model.surfaces[model.vocabulary.find(term)] ?? term;
  // What is near in meaning follows from all rows, also those that are not seen.
  const isNear = source.isPart ? () => false : nearTerms(model, query.projected);
  const asTerms = new Set(terms.map(({ term }) => term));
  using explained = source.place(found);
  return rows.map((hit, i) => {
    const texts = textColumns.map((column) => ({
      ...(column !== indexColumn && { column: columns[column]!.name }),
      text: cells[i]![read.indexOf(column)]!,
    }));
    const share = shareOf(hit.position);
    const why = explainHit(
      model,
      explained,
      terms,
      query.vectors,
      hit,
      share,
      texts,
      surfaceOf,
      isNear,
    );
    const highlights: Record<string, TextRange[]> = {};
    wanted.forEach((column, c) => {
      const { name, weight } = columns[column]!;
      if (weight === 0) return;
      highlights[name] = rangesOfTerms(cells[i]![c]!, model.analyzer, (term) => asTerms.has(term));
    });
    const { isRelevant } = hit;
    const explanation = { ...why.explanation, ...(isRelevant !== undefined && { isRelevant }) };
    return { ...hits[i]!, ...why, explanation, highlights };
  });
}
