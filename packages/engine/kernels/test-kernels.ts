import type { Kernels, SparseRows } from './build-kernels.ts';
import { BLOCK, innerRows, panelIndex } from './panel.ts';
import { INNER_ROWS } from './structures.ts';

/** Kernels that calculate. */
export type CalculatingKernels = Omit<Kernels, 'findWords' | 'encodeTexts' | 'close'>;

/** One block of a sparse row times a panel, rounded to f32 after each operation like the SIMD lanes. */
function gatherBlock(a: SparseRows, r: number, panel: Float32Array, base: number): Float32Array {
  const sum = new Float32Array(BLOCK);
  for (let i = a.starts[r]!; i < a.starts[r + 1]!; i++) {
    const from = base + a.indices[i]! * BLOCK;
    const value = a.values[i]!;
    for (let j = 0; j < BLOCK; j++) sum[j]! += Math.fround(value * panel[from + j]!);
  }
  return sum;
}

/** Nothing is left to wait for: plain kernels run on the calling thread. */
const done = () => {};

/**
 * The kernels that calculate, in plain JavaScript, to compare with: the results are bit-identical. Those that
 * read text are compared with `TermScanner` and `TokenEncoder`.
 */
export const PLAIN_KERNELS: CalculatingKernels = {
  multiply(a, panel, panelRows, width, image) {
    const rows = a.starts.length - 1;
    for (let block = 0; block < width / BLOCK; block++) {
      for (let r = 0; r < rows; r++) {
        const sum = gatherBlock(a, r, panel, block * panelRows * BLOCK);
        image.set(sum, (block * rows + r) * BLOCK);
      }
    }
    return done;
  },
  multiplyGram(a, panel, rows, width, image) {
    image.fill(0);
    for (let block = 0; block < width / BLOCK; block++) {
      const base = block * rows * BLOCK;
      for (let r = 0; r + 1 < a.starts.length; r++) {
        const sum = gatherBlock(a, r, panel, base);
        for (let i = a.starts[r]!; i < a.starts[r + 1]!; i++) {
          const to = base + a.indices[i]! * BLOCK;
          const value = a.values[i]!;
          for (let j = 0; j < BLOCK; j++) image[to + j]! += Math.fround(value * sum[j]!);
        }
      }
    }
    return done;
  },
  inner(x, y, rows, width, half) {
    const out = new Float64Array(width * width);
    const step = innerRows(rows);
    for (let part = 0; part < rows; part += step) {
      const sums = new Float64Array(width * width);
      for (let first = part; first < Math.min(rows, part + step); first += INNER_ROWS) {
        const stop = Math.min(rows, first + INNER_ROWS);
        for (let i = 0; i < width; i++) {
          for (let j = half ? i & -4 : 0; j < width; j++) {
            let sum = 0;
            for (let r = first; r < stop; r++) {
              sum += x[panelIndex(rows, r, i)]! * y[panelIndex(rows, r, j)]!;
            }
            sums[i * width + j]! += sum;
          }
        }
      }
      for (let i = 0; i < out.length; i++) out[i]! += sums[i]!;
    }
    return out;
  },
  times(x, rows, width, m, half, out) {
    for (let r = 0; r < rows; r++) {
      for (let j = 0; j < width; j++) {
        const stop = half ? (j & -BLOCK) + BLOCK : width;
        let sum = 0;
        for (let k = 0; k < stop; k++) {
          const entry = m[((j >> 3) * width + k) * 8 + (j & 7)]!;
          sum = Math.fround(sum + Math.fround(x[panelIndex(rows, r, k)]! * entry));
        }
        out[panelIndex(rows, r, j)] = sum;
      }
    }
  },
  project(a, rows, values, width, out) {
    for (let r = 0; r < rows; r++) {
      for (let j = 0; j < width; j++) {
        let sum = 0;
        for (let i = a.starts[r]!; i < a.starts[r + 1]!; i++) {
          sum += a.steps[i]! * values[a.indices[i]! * width + j]!;
        }
        out[r * width + j] = Math.fround(sum) * a.scales[r]!;
      }
    }
    return done;
  },
};
