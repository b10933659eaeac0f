import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serializeManifest } from '../manifest.ts';
import { publishIndex } from '../publish.ts';
import { memorySource } from '../source.ts';
import { buildFromCsv } from '../test-corpus.ts';
import { columnsOf, type IndexShape, openMemory } from './open-memory.ts';

const ROWS = 50_000;
/** With those of ids and text as many as an index may have: 500. */
const MOST_NAMES = 498;
/** The estimate is at most so many times what searches took. */
const MARGIN = 5;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-memory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each<[string, string, (row: number) => string, rows?: number]>([
  ['all terms differ', 'id,text', (i) => `${i},${(i * 2_654_435_761).toString(36)}q`],
  ['one term is everywhere', 'id,text', (i) => `${i},harbour`],
  ['there are columns of ids', 'id,text,code', (i) => `${i},ferry ${i % 99},A-${7 * i}`],
  [
    'one row is a giant',
    'id,text',
    (i) => `${i},ferry${i > 0 ? '' : ' harbour pier'.repeat(700_000)}`,
  ],
  [
    'long codes all differ in many columns',
    ['id,text', ...Array.from({ length: 6 }, (_, c) => `name${c}`)].join(','),
    (i) =>
      [
        i,
        `ferry ${i % 99}`,
        ...Array.from({ length: 6 }, (_, c) => `${'pier of '.repeat(20)}${i} ${c}`),
      ].join(','),
  ],
  [
    'rows have vectors of their own',
    'id,text,vector',
    (i) =>
      `${i},ferry ${i % 99},"[${Array.from({ length: 64 }, (_, d) => ((i * 7 + d * d) % 19) - 9)}]"`,
  ],
  [
    'there are as many columns as an index may have',
    ['id,text', ...Array.from({ length: MOST_NAMES }, (_, c) => `name${c}`)].join(','),
    (i) =>
      [i, `ferry ${i % 99}`, ...Array.from({ length: MOST_NAMES }, (_, c) => (i * c) % 50)].join(
        ',',
      ),
    4_000,
  ],
])('bounds the memory of searches if %s', async (_, header, rowOf, rowCount = ROWS) => {
  const rows = Array.from({ length: rowCount }, (_, i) => rowOf(i));
  const built = await buildFromCsv([header, ...rows].join('\n'), { id: 'metadata', text: 'index' });
  for (const [name, bytes] of built.files) writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, 'manifest.json'), serializeManifest(built.manifest));
  // A known and a misspelt word, a number, and then a filter on each column.
  const texts = ['harbour ferry', 'harbuor', '12345'];
  const script = join(import.meta.dirname, 'measure-memory.ts');
  const command = ['--no-warnings', script, folder, '64', ...texts];
  // A process that collects garbage of its start meanwhile seems to take less than it does.
  const runs = Array.from({ length: 3 }, () => Number(execFileSync(process.execPath, command)));
  const measured = Math.max(...runs);

  const file = (fileName: string) => ({
    fileName,
    source: memorySource(built.files.get(fileName)!),
  });
  const shapes: IndexShape[] = [];
  const segments = built.manifest.segments.map((segment) => file(segment.fileName));
  const requireServable = (shape: IndexShape) => {
    shapes.push(shape);
    throw new Error('too large');
  };
  const publishing = publishIndex(file(built.manifest.model.fileName), segments, {
    requireServable,
  });
  await expect(publishing).rejects.toThrow('too large');
  expect(shapes).toMatchObject([{ rows: rowCount, ...columnsOf(built.manifest.schema.columns) }]);
  const estimate = openMemory(shapes[0]!);
  expect(measured).toBeLessThan(estimate);
  expect(estimate).toBeLessThan(MARGIN * measured);
});
