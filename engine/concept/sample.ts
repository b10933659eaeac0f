import type { RowEvent } from '../csv/read.ts';
import { seededRandom } from '../random.ts';
import type { IndexSchema, SchemaColumn } from '../schema.ts';
import { type Analyzer, createAnalyzer, detectLanguage } from '../text/analyze.ts';
import type { Language } from '../text/stop-words.ts';

/** Columns whose text is searched, in the order of the header. */
export function searchedColumns(schema: IndexSchema): SchemaColumn[] {
  return schema.columns.filter((column) => column.weight > 0);
}

/** Sampled rows as term numbers; `fields[f][r]` is field f of row r. */
export interface TermSample {
  readonly language: Language;
  readonly analyzer: Analyzer;
  /** Usable rows that were read. */
  readonly rowCount: number;
  /** Number of each sampled row among all usable rows, from 0. */
  readonly rowNumbers: readonly number[];
  /** Whether every cell of a sampled row was used in full. */
  readonly whole: readonly boolean[];
  readonly terms: readonly string[];
  /** The commonest word behind each term, to show people instead of a stem. */
  readonly surfaces: readonly string[];
  readonly fields: readonly (readonly Uint32Array[])[];
  /** Mean number of terms of each field, over the rows where it is not empty. */
  readonly averageLengths: readonly number[];
}

const MAX_ROW_CHARACTERS = 8_000;
const LANGUAGE_ROWS = 300;

interface SampledRow {
  readonly number: number;
  readonly texts: readonly string[];
  readonly fullLengths: readonly number[];
}

/** Whether a row has anything to search: text in the index column or the title. */
export function hasContent(schema: IndexSchema, cells: readonly string[]): boolean {
  return schema.columns.some(
    (column) =>
      column.weight > 0 &&
      (column.kind === 'body' || column.kind === 'title') &&
      (cells[column.position] ?? '').trim() !== '',
  );
}

/** Reservoir sampling (Vitter 1985, algorithm R): every row has the same chance. */
async function sampleRows(
  rows: AsyncIterable<RowEvent> | Iterable<RowEvent>,
  schema: IndexSchema,
  size: number,
  seed: number,
) {
  const columns = searchedColumns(schema);
  const random = seededRandom(seed);
  const sampled: SampledRow[] = [];
  let rowCount = 0;
  for await (const row of rows) {
    if (!('cells' in row) || !hasContent(schema, row.cells)) continue;
    rowCount++;
    const place = rowCount <= size ? rowCount - 1 : Math.floor(random() * rowCount);
    if (place >= size) continue;
    const full = columns.map((column) => row.cells[column.position] ?? '');
    sampled[place] = {
      number: rowCount - 1,
      texts: full.map((text) => text.slice(0, MAX_ROW_CHARACTERS)),
      fullLengths: full.map((text) => text.length),
    };
  }
  return { columns, sampled, rowCount };
}

/**
 * Samples rows, detects their language and turns them into term numbers. Of very long cells only
 * the first 8,000 characters are used here.
 */
export async function sampleTerms(
  rows: AsyncIterable<RowEvent> | Iterable<RowEvent>,
  schema: IndexSchema,
  size: number,
  seed: number,
): Promise<TermSample> {
  const { columns, sampled, rowCount } = await sampleRows(rows, schema, size, seed);
  const language = detectLanguage(
    sampled.slice(0, LANGUAGE_ROWS).map((row) => row.texts.join(' ').slice(0, 2_000)),
  );
  const analyzer = createAnalyzer(language);
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  const numberOf = (term: string) => {
    let number = numbers.get(term);
    if (number === undefined) {
      number = terms.length;
      numbers.set(term, number);
      terms.push(term);
    }
    return number;
  };
  const words = new Map<string, { term: number; count: number }>();
  const averageLengths: number[] = [];
  const fields = columns.map((_, f) => {
    let total = 0;
    let filled = 0;
    const field = sampled.map((row) => {
      const found: number[] = [];
      const text = row.texts[f]!;
      analyzer.terms(text, (term, start, end) => {
        found.push(numberOf(term));
        const word = text.slice(start, end).toLowerCase();
        if (!words.has(word)) words.set(word, { term: numberOf(term), count: 0 });
        words.get(word)!.count++;
      });
      if (found.length > 0) {
        filled++;
        total += found.length * (row.fullLengths[f]! / text.length);
      }
      return Uint32Array.from(found);
    });
    averageLengths.push(filled > 0 ? total / filled : 1);
    return field;
  });
  const surfaces = terms.slice();
  const most = new Uint32Array(terms.length);
  for (const [word, { term, count }] of words) {
    if (count > most[term]!) {
      most[term] = count;
      surfaces[term] = word;
    }
  }
  return {
    language,
    analyzer,
    rowCount,
    rowNumbers: sampled.map((row) => row.number),
    whole: sampled.map((row) => row.texts.every((text, f) => text.length === row.fullLengths[f])),
    terms,
    surfaces,
    fields,
    averageLengths,
  };
}
