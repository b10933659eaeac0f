import { f32, f64 } from '../kernels/arena.ts';
import { createKernels } from '../kernels/kernels.ts';
import { BLOCK, innerScratch, panelIndex, panelWidth } from '../kernels/panel.ts';

/** Dense linear algebra on small row-major matrices; f64 where rounding errors would accumulate. */

/** XᵀX of a row-major `rows × columns` matrix of any width. */
export function gram(x: Float32Array, rows: number, columns: number): Float64Array {
  const width = panelWidth(columns);
  const { kernels, arrays } = createKernels({
    panel: f32(rows * width),
    scratch: f64(innerScratch(width)),
  });
  const { panel, scratch } = arrays;
  for (let first = 0; first < columns; first += BLOCK) {
    const count = Math.min(BLOCK, columns - first);
    for (let r = 0; r < rows; r++) {
      const from = r * columns + first;
      panel.set(x.subarray(from, from + count), panelIndex(rows, r, first));
    }
  }
  const out = kernels.inner(panel, panel, rows, width, true, scratch);
  kernels.close();
  const whole = new Float64Array(columns * columns);
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < columns; j++) {
      whole[i * columns + j] = j < i ? out[j * width + i]! : out[i * width + j]!;
    }
  }
  return whole;
}

/** Transpose of a square matrix. */
export function transpose(a: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[j * n + i] = a[i * n + j]!;
  return out;
}

/**
 * Cholesky factor L (lower, row-major) of a symmetric positive semi-definite matrix. Null directions
 * get a zero column, so rank-deficient input (identical rows) is not an error.
 */
export function cholesky(a: Float64Array, n: number): Float64Array {
  const l = new Float64Array(n * n);
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, a[i * n + i]!);
  const floor = largest * 1e-12;
  for (let j = 0; j < n; j++) {
    let pivot = a[j * n + j]!;
    for (let k = 0; k < j; k++) pivot -= l[j * n + k]! ** 2;
    if (!(pivot > floor)) continue;
    const root = Math.sqrt(pivot);
    l[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sum = a[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= l[i * n + k]! * l[j * n + k]!;
      l[i * n + j] = sum / root;
    }
  }
  return l;
}

/** Inverse of a lower triangular matrix; zero columns stay zero. */
export function invertLower(l: Float64Array, n: number): Float64Array {
  // Stored column by column, so that the loops run along memory.
  const inverse = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    if (l[j * n + j] === 0) continue;
    inverse[j * n + j] = 1 / l[j * n + j]!;
    for (let i = j + 1; i < n; i++) {
      if (l[i * n + i] === 0) continue;
      let sum = 0;
      for (let k = j; k < i; k++) sum -= l[i * n + k]! * inverse[j * n + k]!;
      inverse[j * n + i] = sum / l[i * n + i]!;
    }
  }
  return transpose(inverse, n);
}

/** Solves A X = B for symmetric positive definite A. B is row-major n × m and is overwritten by X. */
export function solveSpd(a: Float64Array, n: number, b: Float64Array, m: number): Float64Array {
  const l = cholesky(a, n);
  /** Row i of B − factor · row k. */
  const subtract = (i: number, k: number, factor: number) => {
    if (factor === 0) return;
    for (let c = 0; c < m; c++) b[i * m + c]! -= factor * b[k * m + c]!;
  };
  const divide = (i: number) => {
    const pivot = l[i * n + i]!;
    const inverse = pivot > 0 ? 1 / pivot : 0;
    for (let c = 0; c < m; c++) b[i * m + c]! *= inverse;
  };
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) subtract(i, k, l[i * n + k]!);
    divide(i);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) subtract(i, k, l[k * n + i]!);
    divide(i);
  }
  return b;
}

/** Eigenvalues, descending, and eigenvectors as columns of a row-major matrix. */
export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

/**
 * Householder reduction to tridiagonal form (EISPACK tred2); fills d, e and v. Here and below v is stored
 * column by column, so that the loops run along memory.
 */
function tridiagonalize(v: Float64Array, d: Float64Array, e: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) d[j] = v[j * n + n - 1]!;
  for (let i = n - 1; i > 0; i--) {
    let scale = 0;
    let h = 0;
    for (let k = 0; k < i; k++) scale += Math.abs(d[k]!);
    if (scale === 0) {
      e[i] = d[i - 1]!;
      for (let j = 0; j < i; j++) {
        d[j] = v[j * n + i - 1]!;
        v[j * n + i] = 0;
        v[i * n + j] = 0;
      }
    } else {
      for (let k = 0; k < i; k++) {
        d[k]! /= scale;
        h += d[k]! * d[k]!;
      }
      let f = d[i - 1]!;
      let g = f > 0 ? -Math.sqrt(h) : Math.sqrt(h);
      e[i] = scale * g;
      h -= f * g;
      d[i - 1] = f - g;
      for (let j = 0; j < i; j++) e[j] = 0;
      for (let j = 0; j < i; j++) {
        f = d[j]!;
        v[i * n + j] = f;
        g = e[j]! + v[j * n + j]! * f;
        for (let k = j + 1; k < i; k++) {
          g += v[j * n + k]! * d[k]!;
          e[k]! += v[j * n + k]! * f;
        }
        e[j] = g;
      }
      f = 0;
      for (let j = 0; j < i; j++) {
        e[j]! /= h;
        f += e[j]! * d[j]!;
      }
      const hh = f / (h + h);
      for (let j = 0; j < i; j++) e[j]! -= hh * d[j]!;
      for (let j = 0; j < i; j++) {
        f = d[j]!;
        g = e[j]!;
        for (let k = j; k < i; k++) v[j * n + k]! -= f * e[k]! + g * d[k]!;
        d[j] = v[j * n + i - 1]!;
        v[j * n + i] = 0;
      }
    }
    d[i] = h;
  }
  for (let i = 0; i < n - 1; i++) {
    v[i * n + n - 1] = v[i * n + i]!;
    v[i * n + i] = 1;
    const h = d[i + 1]!;
    if (h !== 0) {
      for (let k = 0; k <= i; k++) d[k] = v[(i + 1) * n + k]! / h;
      for (let j = 0; j <= i; j++) {
        let g = 0;
        for (let k = 0; k <= i; k++) g += v[(i + 1) * n + k]! * v[j * n + k]!;
        for (let k = 0; k <= i; k++) v[j * n + k]! -= g * d[k]!;
      }
    }
    for (let k = 0; k <= i; k++) v[(i + 1) * n + k] = 0;
  }
  for (let j = 0; j < n; j++) {
    d[j] = v[j * n + n - 1]!;
    v[j * n + n - 1] = 0;
  }
  v[n * n - 1] = 1;
  e[0] = 0;
}

/** Implicit QL iterations on the tridiagonal form (EISPACK tql2). */
function diagonalize(v: Float64Array, d: Float64Array, e: Float64Array, n: number): void {
  e.copyWithin(0, 1);
  e[n - 1] = 0;
  let f = 0;
  let tst1 = 0;
  for (let l = 0; l < n; l++) {
    tst1 = Math.max(tst1, Math.abs(d[l]!) + Math.abs(e[l]!));
    let m = l;
    while (m < n - 1 && Math.abs(e[m]!) > Number.EPSILON * tst1) m++;
    for (let round = 0; m > l && round < 60; round++) {
      let g = d[l]!;
      let p = (d[l + 1]! - g) / (2 * e[l]!);
      let r = p < 0 ? -Math.hypot(p, 1) : Math.hypot(p, 1);
      d[l] = e[l]! / (p + r);
      d[l + 1] = e[l]! * (p + r);
      const dl1 = d[l + 1]!;
      const h = g - d[l]!;
      for (let i = l + 2; i < n; i++) d[i]! -= h;
      f += h;
      p = d[m]!;
      let c = 1;
      let c2 = 1;
      let c3 = 1;
      const el1 = e[l + 1]!;
      let s = 0;
      let s2 = 0;
      for (let i = m - 1; i >= l; i--) {
        c3 = c2;
        c2 = c;
        s2 = s;
        g = c * e[i]!;
        const hi = c * p;
        r = Math.hypot(p, e[i]!);
        e[i + 1] = s * r;
        s = e[i]! / r;
        c = p / r;
        p = c * d[i]! - s * g;
        d[i + 1] = hi + s * (c * g + s * d[i]!);
        for (let k = 0; k < n; k++) {
          const t = v[(i + 1) * n + k]!;
          v[(i + 1) * n + k] = s * v[i * n + k]! + c * t;
          v[i * n + k] = c * v[i * n + k]! - s * t;
        }
      }
      p = (-s * s2 * c3 * el1 * e[l]!) / dl1;
      e[l] = s * p;
      d[l] = c * p;
      if (Math.abs(e[l]!) <= Number.EPSILON * tst1) break;
    }
    d[l] = d[l]! + f;
    e[l] = 0;
  }
}

/** Eigen-decomposition of a symmetric matrix (EISPACK tred2 and tql2, as in JAMA). */
export function symmetricEigen(a: Float64Array, n: number): Eigen {
  const v = transpose(a, n);
  const d = new Float64Array(n);
  const e = new Float64Array(n);
  if (n > 0) {
    tridiagonalize(v, d, e, n);
    diagonalize(v, d, e, n);
  }
  const order = Array.from(d.keys()).sort((i, j) => d[j]! - d[i]! || i - j);
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    values[to] = d[from]!;
    for (let k = 0; k < n; k++) vectors[k * n + to] = v[from * n + k]!;
  });
  return { values, vectors };
}
