import { expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { compileKernels } from './compile.ts';
import { createKernels, type Kernels } from './kernels.ts';
import { KERNELS_WASM } from './kernels.wasm.ts';
import { packSquare } from './panel.ts';
import { createPlainKernels } from './plain.ts';

const WIDTH = 64;
const ROWS = 132;
const DOT_WIDTH = 16;

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
  kernels.multiply(a, x, ROWS, WIDTH, image);
  const gram = panel();
  kernels.multiplyGram(a, x, ROWS, WIDTH, gram, kernels.f32(32));
  const wide = kernels.f64(128 * WIDTH);
  const [full, half] = [kernels.f64(WIDTH * WIDTH), kernels.f64(WIDTH * WIDTH)];
  kernels.inner(x, y, ROWS, WIDTH, false, full, wide);
  kernels.inner(x, x, ROWS, WIDTH, true, half, wide);
  const [square, packed] = [fill(new Float64Array(WIDTH * WIDTH)), kernels.f32(WIDTH * WIDTH)];
  packSquare(square, WIDTH, packed);
  const [turned, upper] = [panel(), panel()];
  kernels.times(x, ROWS, WIDTH, packed, false, turned);
  for (let i = 0; i < WIDTH; i++) square.fill(0, i * WIDTH, i * WIDTH + i);
  packSquare(square, WIDTH, packed);
  kernels.times(x, ROWS, WIDTH, packed, true, upper);
  const query = kernels.i8(DOT_WIDTH);
  const rows = kernels.i8(ROWS * DOT_WIDTH);
  const dots = kernels.i32(ROWS);
  for (let i = 0; i < DOT_WIDTH; i++) query[i] = Math.round(random() * 254 - 127);
  for (let i = 0; i < rows.length; i++) rows[i] = Math.round(random() * 254 - 127);
  kernels.dotRows(query, rows, ROWS, DOT_WIDTH, dots);
  return [image, gram, full, half, turned, upper, dots].map((array) => Array.from(array));
}

it('gives the same bits with SIMD and in plain JavaScript', () => {
  expect(runAll(createKernels(1 << 20))).toEqual(runAll(createPlainKernels()));
});

it('was compiled from the text that lies beside it', async () => {
  expect(await compileKernels('kernels')).toContain(KERNELS_WASM);
});

it('refuses arrays beyond its memory', () => {
  expect(() => createKernels(64).f32(1 << 20)).toThrow(RangeError);
});
