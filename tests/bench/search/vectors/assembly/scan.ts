/** The plain scans that every index has to beat, in AssemblyScript. Compiled when the benchmark runs. */

/** Addresses have 32 bits, so they mix with numbers. */
type Address = u32;

const ZERO = i32x4.splat(0);

/** out[r] = query · rows[r], f32; the width is a multiple of 16 */
export function dotF32(query: Address, rows: Address, count: u32, width: u32, out: Address): void {
  const end = query + 4 * width;
  for (; count !== 0; count--) {
    let a = ZERO;
    let b = ZERO;
    let c = ZERO;
    let d = ZERO;
    let q = query;
    do {
      a = f32x4.relaxed_madd(v128.load(q), v128.load(rows), a);
      b = f32x4.relaxed_madd(v128.load(q, 16), v128.load(rows, 16), b);
      c = f32x4.relaxed_madd(v128.load(q, 32), v128.load(rows, 32), c);
      d = f32x4.relaxed_madd(v128.load(q, 48), v128.load(rows, 48), d);
      q += 64;
      rows += 64;
    } while (q < end);
    a = f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
    const low = f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1);
    store<f32>(out, low + (f32x4.extract_lane(a, 2) + f32x4.extract_lane(a, 3)));
    out += 4;
  }
}

/** out[r] = query · rows[r], i8; query entries are 0 to 127; the width is a multiple of 32 */
export function dotI8(query: Address, rows: Address, count: u32, width: u32, out: Address): void {
  const end = query + width;
  for (; count !== 0; count--) {
    let a = ZERO;
    let b = ZERO;
    let q = query;
    do {
      const even = i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(rows), v128.load(q));
      const odd = i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(rows, 16), v128.load(q, 16));
      a = i32x4.add(a, i32x4.extadd_pairwise_i16x8_s(even));
      b = i32x4.add(b, i32x4.extadd_pairwise_i16x8_s(odd));
      q += 32;
      rows += 32;
    } while (q < end);
    a = i32x4.add(a, b);
    const low = i32x4.extract_lane(a, 0) + i32x4.extract_lane(a, 1);
    store<i32>(out, low + (i32x4.extract_lane(a, 2) + i32x4.extract_lane(a, 3)));
    out += 4;
  }
}

/** The exclusive or of all bytes: the least work that reads them. The length is a multiple of 64 bytes. */
export function readAll(at: Address, end: Address): i32 {
  let a = ZERO;
  let b = ZERO;
  do {
    a = v128.xor(v128.xor(a, v128.load(at)), v128.load(at, 16));
    b = v128.xor(v128.xor(b, v128.load(at, 32)), v128.load(at, 48));
    at += 64;
  } while (at < end);
  return i32x4.extract_lane(v128.xor(a, b), 0);
}
