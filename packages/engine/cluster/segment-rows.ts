import { idKey } from '../code-pattern.ts';
import { isMissing, itemsOf, parseNumber } from '../column-values.ts';
import { openModelHead } from '../concept/model.ts';
import { GrowableBytes } from '../file/growable.ts';
import { appendCode } from '../file/term-code.ts';
import { joinState } from '../opening/index-state.ts';
import type { WrittenFile } from '../publish.ts';
import { textList } from '../record.ts';
import { type SchemaColumn, searchedColumns, storedColumns } from '../schema.ts';
import { payloadOf } from '../search/placed-rows.ts';
import {
  codeNumbers,
  codesSection,
  FILLED,
  filledSection,
  filterSection,
  filterType,
} from '../segment/filter-column.ts';
import { NO_TERM } from '../segment/format.ts';
import { forEachToken } from '../segment/forward-rows.ts';
import { openSegment, type Segment } from '../segment/open.ts';
import { exactWords } from '../text/exact-words.ts';
import type { JsonObject } from './connection.ts';
import { amountField, exactField, itemField, listField, valueField } from './index-mapping.ts';
import { writePayload } from './row-payload.ts';
import { TermNumbers } from './term-numbers.ts';

/** What filters compare of a row's cell in one column: fields of its document. What is undefined is not sent. */
interface Cell {
  readonly isFilled: boolean;
  readonly fields?: JsonObject;
}

/** Reads the cells of a column as filters compare them. */
async function openColumn({ file }: Segment, column: SchemaColumn): Promise<(row: number) => Cell> {
  const name = filterSection(column.position);
  const field = valueField(column.position);
  if (filterType(column) !== 'code') {
    const numbers = await file.f64(name);
    return (row) => {
      const value = numbers[row]!;
      return Number.isFinite(value)
        ? { isFilled: true, fields: { [field]: value } }
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
  const cells = codes.map((code) => codeCell(code, column));
  return (row) => cells[ofRows[row]!]!;
}

function codeCell(code: string, { kind, position }: SchemaColumn): Cell {
  const items = itemsOf(code);
  const written = [code, ...items];
  const values = [...new Set(kind === 'id' ? [...written, ...written.map(idKey)] : written)];
  const amount = parseNumber(code);
  const isFilled = !isMissing(code);
  const fields = {
    [valueField(position)]: values,
    [itemField(position)]: isFilled ? [...new Set(items)] : [],
    [listField(position)]: values.length > 1 ? code : undefined,
    [amountField(position)]: Number.isFinite(amount) ? amount : undefined,
  };
  return { isFilled, fields };
}

/** The rows of a segment as documents of a cluster. */
export interface SegmentRows {
  readonly count: number;
  /** Documents of the rows from `from` on, at most `count`. */
  read(from: number, count: number): Promise<JsonObject[]>;
}

/**
 * Reads a segment, all of it but stored cells.
 * @param firstRow number of the segment's first row in the index
 */
export async function openSegmentRows(
  model: WrittenFile,
  { source, fileName }: WrittenFile,
  firstRow: number,
): Promise<SegmentRows> {
  const opened = await openModelHead(model.source, model.fileName);
  const { schema, dimensions } = opened.model;
  const [stored, searched] = [storedColumns(schema), searchedColumns(schema)];
  const segment = await openSegment(source, fileName, stored.length, dimensions);
  const filtered = schema.columns.filter((column) => filterType(column) !== 'none');
  const readers = await Promise.all(filtered.map((column) => openColumn(segment, column)));
  const { rowTerms, parts } = await joinState(opened, [segment]).load();
  const { vectors, lexicon } = parts[0]!;
  const numbers = new TermNumbers(opened.model);
  const forward = rowTerms.forward(0);
  const texts: string[] = [];
  const termOf = (term: number) => {
    texts[term] ??= lexicon.terms.term(term);
    return texts[term];
  };
  const numberOf = lexicon.modelTerms.map((model, term) =>
    model === NO_TERM ? numbers.of(termOf(term)) : model,
  );

  /** The words of a row by which it is found, and what ranking reads of it. */
  function termsOf(row: number): JsonObject {
    const encoded = new GrowableBytes();
    const words: string[] = [];
    const [met, repeated] = [new Set<string>(), new Set<string>()];
    let field = 0;
    forEachToken(forward, row, (term) => {
      if (term < 0) {
        appendCode(encoded, 0);
        field++;
        return;
      }
      appendCode(encoded, numberOf[term]! + 1);
      const word = termOf(term);
      for (let i = 0; i < searched[field]!.weight; i++) words.push(word);
      if (met.has(word)) repeated.add(word);
      met.add(word);
    });
    const payload = payloadOf(vectors, forward, row);
    return {
      words: words.join(' '),
      repeated: [...repeated].join(' '),
      payload: writePayload({ ...payload, terms: encoded.view() }),
      vector: directionOf(payload.vector),
    };
  }

  function documentOf(row: number, cells: readonly string[]): JsonObject {
    const document: Record<string, JsonObject[string]> = {
      row: firstRow + row,
      cells: Buffer.from(JSON.stringify(cells)).toString('base64'),
      ...termsOf(row),
    };
    const read = readers.map((cell) => cell(row));
    for (const { fields } of read) Object.assign(document, fields);
    document.filled = filtered.flatMap(({ position }, i) => (read[i]!.isFilled ? position : []));
    for (const [field, column] of searched.entries()) {
      const words = exactWords(cells[stored.indexOf(column)]!).map(({ word }) => word);
      document[exactField(field)] = words.join(' ');
    }
    return document;
  }

  return {
    count: segment.facts.rowCount,
    read: async (from, count) => {
      const size = Math.min(count, segment.facts.rowCount - from);
      const rows = Array.from({ length: size }, (_, i) => from + i);
      const cells = await segment.rowStore.read(rows, [...stored.keys()]);
      return rows.map((row, i) => documentOf(row, cells[i]!));
    },
  };
}

/** A cosine needs a direction: rows without a known word get one, and scale 0 in their payload. */
function directionOf(vector: Int8Array): number[] {
  const entries = Array.from(vector);
  if (!entries.some((entry) => entry !== 0)) entries[0] = 1;
  return entries;
}
