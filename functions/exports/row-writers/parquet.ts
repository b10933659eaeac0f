/**
 * A Parquet file, written as its rows come and in pieces that different workers may write. Libraries that write Parquet keep what a
 * file ends with in memory.
 *
 * The format: https://parquet.apache.org/docs/file-format/. Each row group has a page for each column, which is plain text, packed by gzip. Where
 * they are stands at the end, so the sizes of all groups are the state of a writer.
 */
import { gzipSync } from 'node:zlib';
import { exportSettings } from '../export-settings.ts';
import { scoreColumn } from '../read-rows.ts';
import { binary, i32, i64, list, struct, type ThriftValue } from './compact-thrift.ts';
import type { RowWriter, WriterState } from './row-writer.ts';

const magic = Buffer.from('PAR1');

/** Numbers by which the format names what this writer uses. */
const types = { double: 5, text: 6 };
const required = 0;
const utf8 = 0;
const dataPage = 0;
const plain = 0;
const runLength = 3;
const gzip = 2;

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Sizes of what a column has in a row group, with the header of its page. */
interface Chunk {
  bytes: number;
  packed: number;
}

interface Group {
  rows: number;
  chunks: Chunk[];
}

/** @param state of a writer that has written the first pieces */
export function parquetWriter(columns: readonly string[], state?: WriterState): RowWriter {
  const groups = groupsOf(state?.groups ?? new Uint8Array(0), columns.length);
  /** Of each column, what no group has yet. Kept as bytes: as texts, short cells would take many times that. */
  let held: Buffer[][] = columns.map(() => []);
  let heldRows = 0;
  let heldBytes = 0;
  let textBytes = groups.reduce((sum, { chunks }) => sum + bytesOf(chunks), 0);
  const flush = (): Uint8Array => {
    if (heldRows === 0) return new Uint8Array(0);
    const chunks: Chunk[] = [];
    const pieces: Buffer[] = [];
    for (const buffers of held) {
      const values = Buffer.concat(buffers);
      const packed = gzipSync(values);
      const header = pageHeader(heldRows, values.length, packed.length);
      pieces.push(header, packed);
      chunks.push({
        bytes: header.length + values.length,
        packed: header.length + packed.length,
      });
    }
    groups.push({ rows: heldRows, chunks });
    held = columns.map(() => []);
    heldRows = 0;
    heldBytes = 0;
    return Buffer.concat(pieces);
  };
  return {
    begin: () => magic,
    rows(rows) {
      for (const [at, name] of columns.entries()) {
        const values = valuesOf(
          name,
          rows.map((row) => row[at]!),
        );
        held[at]!.push(values);
        heldBytes += values.length;
        textBytes += values.length;
      }
      heldRows += rows.length;
      return heldBytes >= exportSettings.parquetGroupBytes ? flush() : new Uint8Array(0);
    },
    get isHolding() {
      return heldRows > 0;
    },
    end() {
      const last = flush();
      const footer = footerOf(columns, groups);
      return Buffer.concat([last, footer, uint32(footer.length), magic]);
    },
    get textBytes() {
      return textBytes;
    },
    get state() {
      return { groups: stateOf(groups) };
    },
  };
}

const bytesOf = (chunks: readonly Chunk[]) => chunks.reduce((sum, { bytes }) => sum + bytes, 0);

/** Of a group: its number of rows, and of each column the bytes before and after they are packed. */
const stateOf = (groups: readonly Group[]): Uint8Array =>
  Buffer.concat(
    groups.flatMap(({ rows, chunks }) => [
      uint32(rows),
      ...chunks.flatMap(({ bytes, packed }) => [uint32(bytes), uint32(packed)]),
    ]),
  );

function groupsOf(state: Uint8Array, columns: number): Group[] {
  const fields = Buffer.from(state);
  const groups: Group[] = [];
  for (let at = 0; at < fields.length; ) {
    const next = () => {
      at += 4;
      return fields.readUInt32LE(at - 4);
    };
    const rows = next();
    const chunks = Array.from({ length: columns }, () => ({ bytes: next(), packed: next() }));
    groups.push({ rows, chunks });
  }
  return groups;
}

/** Before each text stands its length. */
const lengthBytes = 4;

/** The score is a number; all else is text, as in answers of a search. */
const isNumber = (column: string) => column === scoreColumn;

function valuesOf(column: string, cells: readonly string[]): Buffer {
  if (isNumber(column)) {
    const values = Buffer.alloc(8 * cells.length);
    for (const [at, cell] of cells.entries()) values.writeDoubleLE(Number(cell), 8 * at);
    return values;
  }
  const values = Buffer.alloc(
    cells.reduce((sum, cell) => sum + lengthBytes + Buffer.byteLength(cell), 0),
  );
  let at = 0;
  for (const cell of cells) {
    const written = values.write(cell, at + lengthBytes);
    values.writeUInt32LE(written, at);
    at += lengthBytes + written;
  }
  return values;
}

const pageHeader = (rows: number, bytes: number, packed: number): Buffer =>
  struct({
    1: i32(dataPage),
    2: i32(bytes),
    3: i32(packed),
    5: struct({ 1: i32(rows), 2: i32(plain), 3: i32(runLength), 4: i32(runLength) }),
  }).bytes;

function footerOf(columns: readonly string[], groups: readonly Group[]): Buffer {
  const typeOf = (name: string) => (isNumber(name) ? types.double : types.text);
  const root = struct({ 4: binary('rows'), 5: i32(columns.length) });
  const isText: Record<number, ThriftValue> = { 6: i32(utf8), 10: struct({ 1: struct({}) }) };
  const schema = columns.map((name) =>
    struct({
      1: i32(typeOf(name)),
      3: i32(required),
      4: binary(name),
      ...(!isNumber(name) && isText),
    }),
  );
  let offset = magic.length;
  const rowGroups = groups.map(({ rows, chunks }) => {
    const described = chunks.map(({ bytes, packed }, at) => {
      const name = columns[at]!;
      const start = offset;
      offset += packed;
      const about = struct({
        1: i32(typeOf(name)),
        2: list([i32(plain), i32(runLength)]),
        3: list([binary(name)]),
        4: i32(gzip),
        5: i64(rows),
        6: i64(bytes),
        7: i64(packed),
        9: i64(start),
      });
      return struct({ 2: i64(start), 3: about });
    });
    return struct({ 1: list(described), 2: i64(bytesOf(chunks)), 3: i64(rows) });
  });
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  return struct({
    1: i32(1),
    2: list([root, ...schema]),
    3: i64(rows),
    4: list(rowGroups),
    6: binary('Antecede'),
  }).bytes;
}
