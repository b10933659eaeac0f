import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ColumnSpec } from '../schema.ts';
import { type ByteSource, memorySource } from '../source.ts';
import { planDataset } from './plan.ts';
import { joinParts, type PartScan, partsOf, scanPart } from './plan-parts.ts';
import { readRows } from './read.ts';

const COLUMNS: ColumnSpec[] = [
  { name: 'id', role: 'metadata' },
  { name: 'text', role: 'index' },
];

async function planByParts(source: ByteSource, partBytes: number, rangeBytes: number) {
  const parts = partsOf(source.sizeBytes, partBytes, rangeBytes);
  // Each scan is a file between two steps of a build.
  const scans = await Promise.all(
    parts.map(async (part): Promise<PartScan> => {
      return JSON.parse(JSON.stringify(await scanPart(source, part, { rangeBytes })));
    }),
  );
  return joinParts(source, COLUMNS, scans);
}

async function linesOf(source: ByteSource, plan: Awaited<ReturnType<typeof planDataset>>) {
  const lines: string[] = [];
  for (const range of plan.ranges) {
    for await (const row of readRows(source, plan, range)) {
      lines.push(`${row.line} ${'cells' in row ? row.cells.join('|') : row.reason}`);
    }
  }
  return lines;
}

/** Text with quotes, delimiters and line breaks in any order, so that parts begin anywhere. */
const cell = fc.array(fc.constantFrom('a', ',', '"', '\n', '\r\n', '""', ' ', 'é', '","', '\n"'), {
  maxLength: 12,
});
const quoted = (parts: readonly string[]) => `"${parts.join('').replaceAll('"', '""')}"`;
const plain = (parts: readonly string[]) => parts.filter((part) => /^[a é]$/.test(part)).join('');
const rows = fc.array(
  fc
    .tuple(cell, fc.boolean())
    .map(([parts, isQuoted]) => (isQuoted ? quoted(parts) : plain(parts))),
  { minLength: 1, maxLength: 60 },
);

test('parts make the plan that one pass makes, wherever they begin', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      async (cells, rangeBytes, rangesOfPart, endsWithBreak) => {
        const text = cells.map((value, i) => `${i},${value}`).join('\n');
        const bytes = Buffer.from(`id,text\n0,"a"\n${text}${endsWithBreak ? '\n' : ''}`);
        const source = memorySource(bytes);
        const whole = await planDataset(source, COLUMNS, { rangeBytes });
        const joined = await planByParts(source, rangesOfPart * rangeBytes, rangeBytes);
        expect({ ...joined, ranges: [] }).toEqual({ ...whole, ranges: [] });
        expect(await linesOf(source, joined)).toEqual(await linesOf(source, whole));
        expect(joined.ranges.at(-1)!.end).toBe(bytes.length);
      },
    ),
  );
});

test('a quote that is never closed is named by its line, from whatever part', async () => {
  const text = `id,text\n${'1,"a, b"\n'.repeat(50)}2,"open\n${'3,b\n'.repeat(50)}`;
  await expect(planByParts(memorySource(Buffer.from(text)), 64, 32)).rejects.toMatchObject({
    code: 'unclosed_quote',
    line: 52,
  });
});

test('bytes that are not UTF-8 are found', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`id,text\n${'1,"a"\n'.repeat(50)}`),
    Buffer.from('2,caf\xe9\n', 'latin1'),
  ]);
  expect((await planByParts(memorySource(bytes), 64, 32)).notUtf8At).toBeGreaterThan(200);
});

/** A terabyte of equal rows, each with a line break in a quoted cell. Nothing is stored. */
function terabyte(): ByteSource & { row: Buffer } {
  const header = Buffer.from('id,text\n');
  const row = Buffer.from(`7,"a text\nof two lines ${'x'.repeat(224)}"\n`);
  const sizeBytes = header.length + row.length * Math.floor(1e12 / row.length);
  return {
    row,
    sizeBytes,
    async read(offset, length) {
      const out = Buffer.alloc(Math.max(0, Math.min(length, sizeBytes - offset)));
      const ofHeader = offset < header.length ? header.copy(out, 0, offset) : 0;
      let at = ofHeader;
      let from = (offset + at - header.length) % row.length;
      while (at < out.length) {
        at += row.copy(out, at, from);
        from = 0;
      }
      return out;
    },
  };
}

test('a file of a terabyte is planned: parts beyond 4 GB count and cut as the first ones do', async () => {
  const source = terabyte();
  const rangeBytes = 256 << 20;
  const parts = partsOf(source.sizeBytes, 8 * 2 ** 30, rangeBytes);
  expect(parts).toHaveLength(117);
  expect(parts.at(-1)!.to).toBe(source.sizeBytes);
  // Reading all of it would take a quarter of an hour: parts of a megabyte stand for those of 8 GB.
  for (const { from } of [parts[1]!, parts.at(-1)!]) {
    const scan = await scanPart(source, { from, to: from + (1 << 20) }, { rangeBytes });
    const rowsOfPart = (1 << 20) / source.row.length;
    expect(Math.abs(scan.outside.records - rowsOfPart)).toBeLessThan(2);
    expect(Math.abs(scan.inside.records - rowsOfPart)).toBeLessThan(2);
    // A part that begins in the first line of a row begins, for us, inside of its quoted cell.
    const ofRow = (from - 8) % source.row.length;
    expect(ofRow).toBeGreaterThan(0);
    const right = ofRow <= 10 ? scan.inside : scan.outside;
    const rowEnd = from - ofRow + source.row.length;
    expect(right.cuts.map(({ at }) => at)).toEqual(ofRow <= 10 ? [rowEnd] : []);
    expect(right.lastEnd! % source.row.length).toBe(rowEnd % source.row.length);
    expect(scan.outside.endsInside).toBe(scan.inside.endsInside);
  }
  // One record ends a byte after each multiple of 256 MB at most.
  const record = source.row.length;
  const scans = parts.map(({ from, to }, i): PartScan => {
    const cuts = [];
    for (let multiple = from; multiple < to; multiple += rangeBytes) {
      if (multiple === 0) continue;
      const at = 8 + Math.ceil((multiple - 8) / record) * record;
      cuts.push({ at, lines: ((at - from) / record) * 2 });
    }
    const records = Math.ceil((to - 8) / record) - (i === 0 ? 0 : Math.ceil((from - 8) / record));
    const reading = { records, lastEnd: to, cuts, endsInside: false };
    return { lines: 2 * records, outside: reading, inside: reading };
  });
  const plan = await joinParts(source, COLUMNS, scans);
  expect(plan.recordCount).toBe((source.sizeBytes - 8) / record);
  expect(plan.ranges).toHaveLength(Math.ceil(source.sizeBytes / rangeBytes));
  for (const [i, { start, end }] of plan.ranges.entries()) {
    expect(start).toBe(i === 0 ? 8 : plan.ranges[i - 1]!.end);
    expect(end - start).toBeLessThanOrEqual(rangeBytes + record);
  }
  expect(plan.ranges.at(-1)!.end).toBe(source.sizeBytes);
});
