import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from '../csv.ts';
import { CsvRecords, cellsOf } from './csv-records.ts';

/** Records of a text that arrives in chunks of a size. */
function recordsOf(text: Buffer, size: number): Buffer[] {
  const records = new CsvRecords();
  const found: Buffer[] = [];
  for (let at = 0; at < text.length; at += size) {
    const { bytes, ends } = records.push(text.subarray(at, at + size));
    for (const [i, end] of ends.entries()) {
      found.push(Buffer.from(bytes.subarray(ends[i - 1] ?? 0, end)));
    }
  }
  const last = records.finish();
  return last ? [...found, Buffer.from(last)] : found;
}

it('finds the rows that were written, wherever chunks end', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') });
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (written, size) => {
      const lines = written.map((row) => csvLine(row).line);
      const records = recordsOf(Buffer.from(lines.join('')), size);
      expect(records.map(String)).toEqual(lines);
      expect(records.map((record) => cellsOf(record))).toEqual(written);
      expect(records.map((record) => cellsOf(record, 2)[1])).toEqual(written.map((row) => row[1]));
    }),
  );
});

it('takes a quote within a cell as it is, and a last row without a line break', () => {
  const records = recordsOf(Buffer.from('5" pipe,a ""b\r\n"x"y,z'), 3);
  expect(records.map((record) => cellsOf(record))).toEqual([
    ['5" pipe', 'a ""b'],
    ['xy', 'z'],
  ]);
});
