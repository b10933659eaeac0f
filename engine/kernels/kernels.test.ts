import { expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { LETTERS } from '../text/term-scanner.ts';
import { compileKernels } from './compile.ts';
import { createKernels, type Kernels, WORD_TABLE } from './kernels.ts';
import { KERNELS_WASM } from './kernels.wasm.ts';
import { innerScratch, packSquare } from './panel.ts';
import { createPlainKernels } from './plain.ts';

const WIDTH = 64;
const ROWS = 132;

/** Runs every kernel once on the same numbers. */
function runAll(kernels: Kernels) {
  const random = seededRandom(7);
  const fill = <T extends Float32Array | Float64Array>(array: T): T => {
    for (let i = 0; i < array.length; i++) array[i] = random() * 2 - 1;
    return array;
  };
  const panel = () => fill(kernels.f32(ROWS * WIDTH));
  const [x, y] = [panel(), panel()];
  const a = { starts: kernels.u32(5), indices: kernels.u32(6), values: fill(kernels.f32(6)) };
  a.starts.set([0, 3, 3, 5, 6]);
  a.indices.set([0, 3, 8, 3, 131, 7]);
  const image = kernels.f32(4 * WIDTH);
  kernels.multiply(a, x, ROWS, WIDTH, image)();
  const gram = panel();
  kernels.multiplyGram(a, x, ROWS, WIDTH, gram, kernels.f32(WIDTH))();
  const scratch = kernels.f64(innerScratch(WIDTH));
  const full = kernels.inner(x, y, ROWS, WIDTH, false, scratch);
  const half = kernels.inner(x, x, ROWS, WIDTH, true, scratch);
  const [square, packed] = [fill(new Float64Array(WIDTH * WIDTH)), kernels.f32(WIDTH * WIDTH)];
  packSquare(square, WIDTH, packed);
  const [turned, upper] = [panel(), panel()];
  kernels.times(x, ROWS, WIDTH, packed, false, turned);
  for (let i = 0; i < WIDTH; i++) square.fill(0, i * WIDTH, i * WIDTH + i);
  packSquare(square, WIDTH, packed);
  kernels.times(x, ROWS, WIDTH, packed, true, upper);
  const vectors = kernels.i8(ROWS * WIDTH);
  for (let i = 0; i < vectors.length; i++) vectors[i] = Math.round(random() * 254 - 127);
  const steps = {
    starts: kernels.u32(4),
    indices: kernels.u32(6),
    steps: kernels.i16(6),
    scales: fill(kernels.f32(3)),
  };
  steps.starts.set([0, 4, 4, 6]);
  steps.indices.set([0, 131, 5, 9, 2, 0]);
  steps.steps.set([32767, -32767, 5, -1, 1234, 0]);
  const folded = kernels.f32(3 * WIDTH);
  kernels.fold(steps, 3, vectors, WIDTH, folded)();
  return [image, gram, full, half, turned, upper, folded].map((array) => Array.from(array));
}

it('gives the same bits with SIMD and in plain JavaScript', () => {
  expect(runAll(createKernels(1 << 20))).toEqual(runAll(createPlainKernels()));
});

it('gives the same bits on several threads', () => {
  const plain = runAll(createPlainKernels());
  for (const threads of [2, 3]) {
    const kernels = createKernels(8 << 20, threads);
    for (let i = 0; i < 3; i++) expect(runAll(kernels)).toEqual(plain);
    kernels.close();
  }
});

it('finds words, numbers those it has met, and leaves bytes beyond ASCII to others', () => {
  const kernels = createKernels(1 << 20);
  const cells = ["A word's <b>Word</b> &amp; word", 'caf\u00e9\u2019s it'];
  const encoded = cells.map((cell) => Buffer.from(cell));
  const text = kernels.u8(100);
  text.set(Buffer.concat(encoded));
  const middle = text.byteOffset + encoded[0]!.length;
  const task = {
    cells: kernels.u32(4),
    table: kernels.u16(WORD_TABLE),
    records: kernels.u32(4 * 20),
    tokens: kernels.u16(20),
    ends: kernels.u32(3),
  };
  task.cells.set([text.byteOffset, middle, middle, middle + encoded[1]!.length]);
  const letters = kernels.u8(256);
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

it('tells when a kernel fails, on whatever thread, and does not wait for ever', () => {
  for (const threads of [1, 2]) {
    const kernels = createKernels(8 << 20, threads);
    const beyond = new Float32Array(new ArrayBuffer(64 << 20), 32 << 20, WIDTH);
    const scratch = kernels.f64(innerScratch(WIDTH));
    const inner = () => kernels.inner(beyond, beyond, 10_000, WIDTH, true, scratch);
    const failure = threads === 1 ? 'memory access out of bounds' : 'A kernel failed.';
    expect(inner).toThrow(failure);
    expect(inner).toThrow(failure);
    kernels.close();
  }
});

it('was compiled from the text that lies beside it', async () => {
  expect(await compileKernels('kernels')).toContain(KERNELS_WASM);
});

it('refuses arrays beyond its memory', () => {
  expect(() => createKernels(64).f32(1 << 20)).toThrow(RangeError);
});
