import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { compileKernels } from './compile.ts';
import { createKernels, type Kernels } from './kernels.ts';
import { KERNELS_WASM } from './kernels.wasm.ts';
import { createPlainKernels } from './plain.ts';

const WIDTH = 16;
const ROWS = 9;

/** Runs every kernel once on the same numbers. */
function runAll(kernels: Kernels) {
  const random = seededRandom(7);
  const fill = <T extends Float32Array | Float64Array>(array: T): T => {
    for (let i = 0; i < array.length; i++) array[i] = random() * 2 - 1;
    return array;
  };
  const panel = fill(kernels.f32(ROWS * WIDTH));
  const other = fill(kernels.f32(ROWS * WIDTH));
  const square = fill(kernels.f64(WIDTH * WIDTH));
  const [gathered, wide] = [kernels.f32(WIDTH), kernels.f64(WIDTH)];
  const [full, half] = [kernels.f64(WIDTH * WIDTH), kernels.f64(WIDTH * WIDTH)];
  const indices = kernels.u32(4);
  indices.set([0, 3, 8, 3]);
  const values = fill(kernels.f32(4));
  kernels.gather(indices, values, panel, WIDTH, gathered);
  kernels.scatter(indices, values, other, WIDTH, gathered);
  kernels.addOuter(panel, other, ROWS, WIDTH, full, wide, false);
  kernels.addOuter(panel, panel, ROWS, WIDTH, half, wide, true);
  kernels.timesMatrix(panel, ROWS, WIDTH, square, wide, false);
  kernels.timesMatrix(other, ROWS, WIDTH, square, wide, true);
  const [query, rows, dots] = [kernels.i8(WIDTH), kernels.i8(ROWS * WIDTH), kernels.i32(ROWS)];
  for (let i = 0; i < WIDTH; i++) query[i] = Math.round(random() * 254 - 127);
  for (let i = 0; i < rows.length; i++) rows[i] = Math.round(random() * 254 - 127);
  kernels.dotRows(query, rows, ROWS, WIDTH, dots);
  return [gathered, other, full, half, panel, dots].map((array) => Array.from(array));
}

it('gives the same bits with SIMD and in plain JavaScript', () => {
  expect(runAll(createKernels(1 << 16))).toEqual(runAll(createPlainKernels()));
});

it('was compiled from the text that lies beside it', async () => {
  const text = await readFile(new URL('./kernels.wat', import.meta.url), 'utf8');
  expect(await compileKernels(text)).toContain(KERNELS_WASM);
});

it('refuses arrays beyond its memory', () => {
  expect(() => createKernels(64).f32(1 << 20)).toThrow(RangeError);
});
