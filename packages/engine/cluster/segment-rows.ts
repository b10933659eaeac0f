import { idKey } from '../code-pattern.ts';
import { isMissing, itemsOf, parseNumber } from '../column-values.ts';
import { GrowableBytes } from '../file/growable.ts';
import { appendCode } from '../file/term-code.ts';
import type { IndexState, LoadedIndex } from '../query/index-state.ts';
import { textList } from '../record.ts';
import { type SchemaColumn, searchedColumns, storedColumns } from '../schema.ts';
import {
  codeNumbers,
  codesSection,
  FILLED,
  filledSection,
  filterSection,
  filterType,
} from '../segment/filter-column.ts';
import { NO_TERM } from '../segment/format.ts';
import { type ForwardRows, forEachToken } from '../segment/forward-rows.ts';
import type { Lexicon, Segment } from '../segment/open.ts';
import type { VectorIndex } from '../segment/vector-index.ts';
import { exactWords } from '../text/exact-words.ts';
import type { JsonObject } from './connection.ts';
import { amountField, exactField, itemField, listField, valueField } from './index-mapping.ts';
import { writePayload } from './row-payload.ts';
import type { TermNumbers } from './term-numbers.ts';

/** What filters compare of a row's cell in one column. */
interface CellValue {
  readonly isFilled: boolean;
  readonly value?: number | readonly string[];
  /** What is counted of a code. */
  readonly items?: readonly string[];
  /** See `listField` and `amountField`. */
  readonly list?: string;
  readonly amount?: number;
}

type ColumnReader = (row: number) => CellValue;

/** Reads the values of a column as filters compare them. */
async function openColumn({ file }: Segment, column: SchemaColumn): Promise<ColumnReader> {
  const name = filterSection(column.position);
  if (filterType(column) !== 'code') {
    const numbers = await file.f64(name);
    return (row) => {
      const value = numbers[row]!;
      return Number.isFinite(value)
        ? { isFilled: true, value }
        : { isFilled: !Number.isNaN(value) };
    };
  }
  if (!file.has(name)) {
    const filled = await file.u32(filledSection(column.position));
    return (row) => ({ isFilled: filled[row] === FILLED });
  }
  const [{ ofRows }, codes] = await Promise.all([
    codeNumbers(file, name),
    file.json(codesSection(column.position), textList),
  ]);
  const values = codes.map((code) => codeValue(code, column.kind === 'id'));
  return (row) => values[ofRows[row]!]!;
}

function codeValue(code: string, isId: boolean): CellValue {
  const items = itemsOf(code);
  const written = [code, ...items];
  const value = [...new Set(isId ? [...written, ...written.map(idKey)] : written)];
  const amount = parseNumber(code);
  return {
    isFilled: !isMissing(code),
    value,
    items: isMissing(code) ? [] : [...new Set(items)],
    list: value.length > 1 ? code : undefined,
    amount: Number.isFinite(amount) ? amount : undefined,
  };
}

/** Whether a segment holds a column as long text, which has no values to compare. */
export const isProse = ({ file }: Segment, column: SchemaColumn) =>
  filterType(column) === 'code' && !file.has(filterSection(column.position));

/** The rows of a segment as documents of a cluster. */
export class SegmentRows {
  readonly #segment: Segment;
  readonly #firstRow: number;
  readonly #columns: readonly (readonly [SchemaColumn, ColumnReader])[];
  readonly #storedCells: readonly number[];
  /** The searched columns: places among the stored ones, and weights. */
  readonly #searched: readonly { readonly cell: number; readonly weight: number }[];
  readonly #forward: ForwardRows;
  readonly #vectors: VectorIndex;
  readonly #lexicon: Lexicon;
  /** Number of each term of the segment, and its text once it was used. */
  readonly #numbers: Uint32Array;
  readonly #terms: string[] = [];

  private constructor(
    { segments, model }: IndexState,
    { rowTerms, parts }: LoadedIndex,
    columns: readonly (readonly [SchemaColumn, ColumnReader])[],
    numbers: TermNumbers,
    firstRow: number,
  ) {
    const [segment, part] = [segments[0]!, parts[0]!];
    this.#segment = segment;
    this.#firstRow = firstRow;
    this.#columns = columns;
    const stored = storedColumns(model.schema);
    this.#storedCells = [...stored.keys()];
    this.#searched = searchedColumns(model.schema).map((column) => ({
      cell: stored.indexOf(column),
      weight: column.weight,
    }));
    this.#forward = rowTerms.forward(0);
    this.#vectors = part.vectors;
    this.#lexicon = part.lexicon;
    this.#numbers = part.lexicon.modelTerms.map((model, term) =>
      model === NO_TERM ? numbers.of(this.#termOf(term)) : model,
    );
  }

  /**
   * @param state an index of one segment
   * @param firstRow number of the segment's first row in the index
   */
  static async open(
    state: IndexState,
    numbers: TermNumbers,
    firstRow: number,
  ): Promise<SegmentRows> {
    const filtered = state.model.schema.columns.filter((column) => filterType(column) !== 'none');
    const columns = await Promise.all(
      filtered.map(
        async (column) => [column, await openColumn(state.segments[0]!, column)] as const,
      ),
    );
    return new SegmentRows(state, await state.load(), columns, numbers, firstRow);
  }

  get count(): number {
    return this.#segment.facts.rowCount;
  }

  #termOf(term: number): string {
    this.#terms[term] ??= this.#lexicon.terms.term(term);
    return this.#terms[term];
  }

  /** Documents of the rows from `from` on, at most `count`. */
  async read(from: number, count: number): Promise<JsonObject[]> {
    const rows = Array.from({ length: Math.min(count, this.count - from) }, (_, i) => from + i);
    const cells = await this.#segment.rowStore.read(rows, this.#storedCells);
    return rows.map((row, i) => this.#document(row, cells[i]!));
  }

  #document(row: number, cells: readonly string[]): JsonObject {
    const document: Record<string, JsonObject[string]> = {
      row: this.#firstRow + row,
      cells: Buffer.from(JSON.stringify(cells)).toString('base64'),
    };
    const filled: number[] = [];
    for (const [{ position }, read] of this.#columns) {
      const { isFilled, value, items, list, amount } = read(row);
      if (value !== undefined) document[valueField(position)] = value;
      if (items !== undefined) document[itemField(position)] = items;
      if (list !== undefined) document[listField(position)] = list;
      if (amount !== undefined) document[amountField(position)] = amount;
      if (isFilled) filled.push(position);
    }
    document.filled = filled;
    for (const [field, { cell }] of this.#searched.entries()) {
      const words = exactWords(cells[cell]!).map(({ word }) => word);
      document[exactField(field)] = words.join(' ');
    }
    this.#addTerms(row, document);
    return document;
  }

  #addTerms(row: number, document: Record<string, JsonObject[string]>): void {
    const encoded = new GrowableBytes();
    const occurrences = new Map<number, number>();
    let field = 0;
    const words: string[] = [];
    forEachToken(this.#forward, row, (term) => {
      if (term < 0) {
        appendCode(encoded, 0);
        field++;
        return;
      }
      appendCode(encoded, this.#numbers[term]! + 1);
      for (let i = 0; i < this.#searched[field]!.weight; i++) words.push(this.#termOf(term));
      occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
    });
    document.words = words.join(' ');
    const repeated = [...occurrences].filter(([, count]) => count > 1);
    document.repeated = repeated.map(([term]) => this.#termOf(term)).join(' ');
    const { values, scales, width } = this.#vectors;
    const vector = values.subarray(row * width, (row + 1) * width);
    document.payload = writePayload({
      scale: scales[row]!,
      norm: this.#forward.associationNorms[row]!,
      vector,
      terms: encoded.view(),
    });
    document.vector = directionOf(vector);
  }
}

/** A cosine needs a direction: rows without a known word get one, and scale 0 in their payload. */
function directionOf(vector: Int8Array): number[] {
  const entries = Array.from(vector);
  if (!entries.some((entry) => entry !== 0)) entries[0] = 1;
  return entries;
}
