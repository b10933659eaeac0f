import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { blankMarkup, LETTERS } from '../text/find-words.ts';
import {
  type Arrays,
  arraysIn,
  f32,
  f64,
  i8,
  i16,
  type Layout,
  sizeOf,
  u8,
  u16,
  u32,
} from './arena.ts';
import { compileKernels } from './compile.ts';
import { compileBest } from './compile-best.ts';
import { createKernels } from './kernels.ts';
import { innerScratch, packSquare } from './panel.ts';
import { RELAXED_BYTES, SCAN_WASM } from './scan.wasm.ts';
import { WORD, WORD_TABLE } from './structures.ts';
import { type CalculatingKernels, PLAIN_KERNELS } from './test-kernels.ts';

const WIDTH = 64;
const ROWS = 132;

const PANEL = f32(ROWS * WIDTH);
const LAYOUT = {
  x: PANEL,
  y: PANEL,
  a: { starts: u32(5), indices: u32(6), values: f32(6) },
  image: f32(4 * WIDTH),
  gram: PANEL,
  row: f32(WIDTH),
  scratch: f64(innerScratch(WIDTH)),
  packed: f32(WIDTH * WIDTH),
  turned: PANEL,
  upper: PANEL,
  vectors: i8(ROWS * WIDTH),
  steps: { starts: u32(4), indices: u32(6), steps: i16(6), scales: f32(3) },
  projected: f32(3 * WIDTH),
  /** Threads are started only for larger memories. */
  more: u8(8 << 20),
};

/** Runs every kernel that calculates once on the same numbers. */
function runAll(kernels: CalculatingKernels, arrays: Arrays<typeof LAYOUT>) {
  const random = seededRandom(7);
  const fill = <T extends Float32Array | Float64Array>(array: T): T => {
    for (let i = 0; i < array.length; i++) array[i] = random() * 2 - 1;
    return array;
  };
  const { a, image, gram, row, scratch, packed, turned, upper, vectors, steps, projected } = arrays;
  const [x, y] = [fill(arrays.x), fill(arrays.y)];
  a.starts.set([0, 3, 3, 5, 6]);
  a.indices.set([0, 3, 8, 3, 131, 7]);
  fill(a.values);
  kernels.multiply(a, x, ROWS, WIDTH, image)();
  kernels.multiplyGram(a, x, ROWS, WIDTH, fill(gram), row)();
  const full = kernels.inner(x, y, ROWS, WIDTH, false, scratch);
  const half = kernels.inner(x, x, ROWS, WIDTH, true, scratch);
  const square = fill(new Float64Array(WIDTH * WIDTH));
  packSquare(square, WIDTH, packed);
  kernels.times(x, ROWS, WIDTH, packed, false, fill(turned));
  for (let i = 0; i < WIDTH; i++) square.fill(0, i * WIDTH, i * WIDTH + i);
  packSquare(square, WIDTH, packed);
  kernels.times(x, ROWS, WIDTH, packed, true, fill(upper));
  for (let i = 0; i < vectors.length; i++) vectors[i] = Math.round(random() * 254 - 127);
  fill(steps.scales);
  steps.starts.set([0, 4, 4, 6]);
  steps.indices.set([0, 131, 5, 9, 2, 0]);
  steps.steps.set([32767, -32767, 5, -1, 1234, 0]);
  kernels.project(steps, 3, vectors, WIDTH, projected)();
  return [image, gram, full, half, turned, upper, projected].map((array) => Array.from(array));
}

it('gives the same bits as plain JavaScript, on any number of threads', () => {
  const plain = runAll(PLAIN_KERNELS, arraysIn(new ArrayBuffer(sizeOf(LAYOUT)), LAYOUT));
  for (const threads of [1, 2, 3]) {
    const { kernels, arrays } = createKernels(LAYOUT, threads);
    for (let i = 0; i < 3; i++) expect(runAll(kernels, arrays)).toEqual(plain);
    kernels.close();
  }
});

it('finds ASCII words, gives repeated words the same number, and only marks words with other bytes', () => {
  const { kernels, arrays } = createKernels({
    text: u8(100),
    task: {
      cells: u32(4),
      table: u16(WORD_TABLE),
      records: u32(WORD.length * 20),
      tokens: u16(20),
      ends: u32(3),
    },
    letters: u8(256),
  });
  const { text, task, letters } = arrays;
  const cells = ["A word's <b>Word</b> &amp; word", 'caf\u00e9\u2019s it'];
  const encoded = cells.map((cell) => Buffer.from(cell));
  text.set(Buffer.concat(encoded));
  const [first, second] = encoded.map(({ length }) => length) as [number, number];
  const [starts, ends] = [Uint32Array.of(0, first), Uint32Array.of(first, first + second)];
  blankMarkup(text, starts, ends, text);
  const middle = text.byteOffset + first;
  task.cells.set([text.byteOffset, middle, middle, middle + second]);
  letters.set(LETTERS);
  kernels.findWords([task], letters)();
  expect(Array.from(task.ends)).toEqual([2, 4, 6]);
  expect(Array.from(task.tokens.subarray(0, 6))).toEqual([0, 1, 1, 1, 2, 3]);
  const words = Array.from({ length: task.records[0]! }, (_, i) => {
    const [, start, end, met] = task.records.subarray(4 * i + 4);
    const bytes = text.slice(start! - text.byteOffset, end! - text.byteOffset);
    return [new TextDecoder().decode(bytes), met];
  });
  expect(words).toEqual([
    ['A', 1],
    ['word', 3],
    ['caf\u00e9\u2019s', 0],
    ['it', 1],
  ]);
});

it('reports a failing kernel on any thread, and does not wait forever', () => {
  for (const threads of [1, 2]) {
    const layout = { scratch: f64(innerScratch(WIDTH)), more: u8(8 << 20) };
    const { kernels, arrays } = createKernels(layout, threads);
    const beyond = new Float32Array(new ArrayBuffer(64 << 20), 32 << 20, WIDTH);
    const inner = () => kernels.inner(beyond, beyond, 10_000, WIDTH, true, arrays.scratch);
    const failure = threads === 1 ? 'memory access out of bounds' : 'A kernel failed.';
    expect(inner).toThrow(failure);
    expect(inner).toThrow(failure);
    kernels.close();
  }
});

it('says what is missing on a machine without SIMD', () => {
  expect(() => compileBest([Buffer.from('no module')])).toThrow('needs WebAssembly with SIMD');
});

it('was compiled from the current sources', async () => {
  const module = await readFile(new URL('./kernels.wasm.ts', import.meta.url), 'utf8');
  expect(await compileKernels('kernels')).toBe(module);
  const scan = await compileKernels('scan');
  // Compressors of different machines may give different bytes.
  const inflate = (base64: string) => inflateRawSync(Buffer.from(base64, 'base64'));
  const [, fresh] = /'(\S+)'/.exec(scan)!;
  expect(inflate(SCAN_WASM).equals(inflate(fresh!))).toBe(true);
  expect(scan).toContain(`RELAXED_BYTES = ${RELAXED_BYTES};`);
});

it('places the arrays of a layout without overlap, aligned, in no more memory than needed', () => {
  const length = fc.nat(40);
  const layouts = fc.letrec<{ layout: Layout; array: Layout }>((tie) => ({
    array: fc.oneof(length.map(u8), length.map(i16), length.map(f32), length.map(f64)),
    layout: fc.oneof(
      tie('array'),
      fc.array(tie('layout'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('layout'), { maxKeys: 4 }),
    ),
  }));
  const viewsOf = (arrays: object): ArrayBufferView[] =>
    ArrayBuffer.isView(arrays) ? [arrays] : Object.values(arrays).flatMap(viewsOf);
  fc.assert(
    fc.property(layouts.layout, (layout) => {
      const memory = new ArrayBuffer(sizeOf(layout));
      let end = 1;
      // TypeScript cannot compute the type of the arrays for a layout of unknown depth.
      const arrays = arraysIn(memory, layout as Record<string, never>);
      for (const { byteOffset, byteLength } of viewsOf(arrays)) {
        expect(byteOffset).toBeGreaterThanOrEqual(end);
        expect(byteOffset % 16).toBe(0);
        end = byteOffset + byteLength;
      }
      expect(memory.byteLength - end).toBeLessThan(16);
    }),
  );
});
