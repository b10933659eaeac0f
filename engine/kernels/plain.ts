import type { Kernels } from './kernels.ts';

/** y += value · x, rounded to f32 after each operation as the SIMD lanes do. */
function axpy32(
  y: Float32Array,
  yAt: number,
  x: Float32Array,
  xAt: number,
  value: number,
  n: number,
) {
  for (let j = 0; j < n; j++) y[yAt + j] = y[yAt + j]! + Math.fround(value * x[xAt + j]!);
}

function axpy64(
  y: Float64Array,
  yAt: number,
  x: Float64Array,
  xAt: number,
  value: number,
  n: number,
) {
  for (let j = 0; j < n; j++) y[yAt + j]! += value * x[xAt + j]!;
}

/** The kernels in plain JavaScript: the same results, bit for bit, where SIMD is missing. */
export function createPlainKernels(): Kernels {
  return {
    u32: (length) => new Uint32Array(length),
    f32: (length) => new Float32Array(length),
    f64: (length) => new Float64Array(length),
    i8: (length) => new Int8Array(length),
    i32: (length) => new Int32Array(length),
    gather(indices, values, panel, width, y) {
      indices.forEach((index, i) => {
        axpy32(y, 0, panel, index * width, values[i]!, width);
      });
    },
    scatter(indices, values, panel, width, y) {
      indices.forEach((index, i) => {
        axpy32(panel, index * width, y, 0, values[i]!, width);
      });
    },
    addOuter(x, y, rows, width, out, wide, half) {
      for (let r = 0; r < rows; r++) {
        wide.set(y.subarray(r * width, (r + 1) * width));
        for (let i = 0; i < width; i++) {
          const skip = half ? i & -4 : 0;
          axpy64(out, i * width + skip, wide, skip, x[r * width + i]!, width - skip);
        }
      }
    },
    timesMatrix(panel, rows, width, matrix, wide, half) {
      for (let r = 0; r < rows; r++) {
        wide.fill(0);
        for (let i = 0; i < width; i++) {
          const skip = half ? i & -4 : 0;
          axpy64(wide, skip, matrix, i * width + skip, panel[r * width + i]!, width - skip);
        }
        panel.set(wide, r * width);
      }
    },
    dotRows(query, rows, count, width, out) {
      for (let r = 0; r < count; r++) {
        let sum = 0;
        for (let j = 0; j < width; j++) sum += query[j]! * rows[r * width + j]!;
        out[r] = sum;
      }
    },
  };
}
