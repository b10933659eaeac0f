import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowBatch } from '../csv/batch.ts';
import { CorruptFileError } from '../errors.ts';
import { openContainer, writeContainer } from '../file/container.ts';
import { type ByteSource, memorySource } from '../source.ts';
import { RowStore, RowStoreWriter } from './row-store.ts';

/** Rows as a batch of bytes. */
function batchOf(rows: readonly (readonly string[])[], columns: number): RowBatch {
  const cells = rows.flat().map((cell) => Buffer.from(cell));
  const ends = new Uint32Array(cells.length);
  let end = 0;
  cells.forEach((cell, i) => {
    end += cell.length;
    ends[i] = end;
  });
  const starts = Uint32Array.from(ends, (at, i) => at - cells[i]!.length);
  return new RowBatch(
    Buffer.concat(cells),
    columns,
    { starts, ends },
    new Uint32Array(rows.length),
    [],
  );
}

function write(rows: readonly (readonly string[])[], columns: number): Uint8Array {
  const writer = new RowStoreWriter(columns, 2);
  writer.add(batchOf(rows, columns), [...rows.keys()], [...Array(columns).keys()]);
  return writeContainer('segment', writer.sections());
}

async function open(source: ByteSource, columns: number): Promise<RowStore> {
  const file = await openContainer(source, 'rows.bin', 'segment');
  file.releaseHead();
  return new RowStore(file, columns);
}

/** Rows of two columns with a kilobyte of text each, which differs from row to row. */
const longRows = (count: number) =>
  Array.from({ length: count }, (_, row) => [
    `row ${row}`,
    Array.from({ length: 250 }, (_, i) =>
      ((row * 7_919 + i * 104_729) % 9_973).toString(36),
    ).join(),
  ]);

it('returns the requested cells of the requested rows, for any content', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('', 'the same words again and again', '\ufeffmark', 'Größe 東京都 🎈'),
  );
  const table = fc.integer({ min: 1, max: 5 }).chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 200,
      }),
      wanted: fc.uniqueArray(fc.nat(columns - 1)),
      asked: fc.array(fc.nat(10_000), { maxLength: 20 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows, wanted, asked }) => {
      const wellFormed = rows.map((row) => row.map((text) => text.toWellFormed()));
      const store = await open(memorySource(write(wellFormed, columns)), columns);
      const numbers = asked.map((number) => number % rows.length);
      expect(await store.read(numbers, wanted)).toEqual(
        numbers.map((number) => wanted.map((column) => wellFormed[number]![column])),
      );
    }),
  );
});

it('returns rows that were written after the tokens were learned', async () => {
  const rows = longRows(4_000);
  const store = await open(memorySource(write(rows, 2)), 2);
  const numbers = [0, 1, 1_900, 2_100, 3_998, 3_999];
  expect(await store.read(numbers, [1, 0])).toEqual(
    numbers.map((number) => [rows[number]![1], rows[number]![0]]),
  );
});

it('stores text in less than half of its bytes', () => {
  const words = 'wing flow boundary layer pressure supersonic transition heat body plate'.split(
    ' ',
  );
  const rows = Array.from({ length: 2_000 }, (_, row) => [
    Array.from({ length: 60 }, (_, i) => words[(row * 31 + i * i * 7 + i) % words.length]).join(
      ' ',
    ),
  ]);
  const raw = rows.reduce((sum, [text]) => sum + text!.length, 0);
  expect(write(rows, 1).length).toBeLessThan(raw / 2);
});

/** A store that records its reads. */
async function openRecorded(bytes: Uint8Array, isLocal = true) {
  const file = memorySource(bytes);
  const reads: { offset: number; length: number }[] = [];
  const read = (offset: number, length: number) => {
    reads.push({ offset, length });
    return file.read(offset, length);
  };
  const store = await open({ ...file, isLocal, read }, 2);
  // From now on only rows are read.
  await store.read([0], [0]);
  reads.length = 0;
  return { store, reads };
}

it('reads adjacent blocks together, and distant blocks separately', async () => {
  const { store, reads } = await openRecorded(write(longRows(3_000), 2));
  await store.read([1_000, 1_003, 1_001, 1_002], [0]);
  expect(reads).toHaveLength(1);
  reads.length = 0;
  await store.read([0, 700, 1_400, 2_100, 2_800], [0]);
  expect(reads).toHaveLength(5);
  expect(Math.max(...reads.map(({ length }) => length))).toBeLessThan(8_192);
});

it('reads less of a local file, and asks a store less often', async () => {
  const bytes = write(longRows(3_000), 2);
  const readsOf = async (isLocal: boolean) => {
    const { store, reads } = await openRecorded(bytes, isLocal);
    await store.read([100, 300, 2_800], [0]);
    return reads.length;
  };
  expect(await readsOf(true)).toBe(3);
  expect(await readsOf(false)).toBe(2);
});

it('names the file and section of a damaged block, and reads the others', async () => {
  const bytes = write(longRows(3_000), 2);
  const { store, reads } = await openRecorded(bytes);
  await store.read([0], [0]);
  bytes[reads[0]!.offset + 3]! ^= 1;
  const refusal = await store.read([0, 2_000], [0]).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CorruptFileError);
  expect(refusal).toMatchObject({ file: 'rows.bin', section: 'rows', offset: 0 });
  expect(await store.read([2_000], [0])).toEqual([['row 2000']]);
});
