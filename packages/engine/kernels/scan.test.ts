import { describe, expect, it } from 'vitest';
import { GrowableBytes } from '../file/growable.ts';
import { appendCode, CODE_BASES } from '../file/term-code.ts';
import { seededRandom } from '../random.ts';
import { rowsIn } from '../segment/row-set.ts';
import { type Arrays, arraysIn, sizeOf, u8 } from './arena.ts';
import { createScanKernels, FIELD_END } from './scan.ts';
import type { ScanKernels } from './scan-kernels.ts';
import { SIMILAR_PLACE } from './structures.ts';
import { PLAIN_SCAN_KERNELS } from './test-scan-kernels.ts';

const LAYOUT = { room: u8(1 << 20) };

/** Kernels, and arrays in their memory as a test wants them. */
function withRoom(kernels: ScanKernels, { room }: Arrays<typeof LAYOUT>) {
  const { buffer, byteOffset } = room;
  let next = byteOffset;
  const take = (bytes: number) => {
    const at = next;
    next += Math.ceil(bytes / 16) * 16;
    return at;
  };
  return {
    ...kernels,
    u8: (length: number) => new Uint8Array(buffer, take(length), length),
    i8: (length: number) => new Int8Array(buffer, take(length), length),
    u16: (length: number) => new Uint16Array(buffer, take(2 * length), length),
    i16: (length: number) => new Int16Array(buffer, take(2 * length), length),
    u32: (length: number) => new Uint32Array(buffer, take(4 * length), length),
    i32: (length: number) => new Int32Array(buffer, take(4 * length), length),
    f32: (length: number) => new Float32Array(buffer, take(4 * length), length),
    f64: (length: number) => new Float64Array(buffer, take(8 * length), length),
  };
}

type TestKernels = ReturnType<typeof withRoom>;

/** Runs a test body on the same numbers with SIMD and without. */
function onBoth<T>(body: (kernels: TestKernels, random: () => number) => T): [T, T] {
  const run = (kernels: ScanKernels, arrays: Arrays<typeof LAYOUT>) =>
    body(withRoom(kernels, arrays), seededRandom(7));
  const { kernels, arrays } = createScanKernels(LAYOUT);
  const plainArrays = arraysIn(new ArrayBuffer(sizeOf(LAYOUT)), LAYOUT);
  return [run(kernels, arrays), run(PLAIN_SCAN_KERNELS, plainArrays)];
}

const fill = <
  T extends Float32Array | Int8Array | Uint8Array | Int16Array | Int32Array | Uint32Array,
>(
  array: T,
  next: () => number,
): T => {
  for (let i = 0; i < array.length; i++) array[i] = next();
  return array;
};

describe('SIMD and plain JavaScript', () => {
  it.each([
    ['a power of two', 64, 64],
    ['another width', 96, 64],
  ])('rotate rows of %s alike', (_, width, size) => {
    const [simd, plain] = onBoth((kernels, random) => {
      const factors = fill(kernels.f32(2 * width), () => (random() < 0.5 ? -0.125 : 0.125));
      const rows = fill(kernels.f32(5 * width), () => random() * 2 - 1);
      rows.fill(0, 0, width);
      kernels.rotate(rows, width, size, factors);
      return Array.from(rows);
    });
    expect(simd).toEqual(plain);
  });

  it('encode and compare signs alike', () => {
    const [width, count] = [32, 70];
    const [simd, plain] = onBoth((kernels, random) => {
      const values = fill(kernels.i8(count * width), () => random() * 256 - 128);
      const codes = kernels.u8(96 * (width / 8));
      kernels.signCodes(values, width, codes);
      const tables = fill(kernels.u8(4 * width), () => random() * 32);
      const out = kernels.u16(96);
      kernels.scanCodes(codes, width / 8, tables, out);
      kernels.mask(
        out,
        fill(kernels.u32(3), () => random() * 2 ** 32),
      );
      const picked = kernels.u32(40);
      const selected: number[] = [];
      for (let from = 0; from < 96; ) {
        const { count: found, next } = kernels.selectU16(out, from, 130, picked);
        selected.push(...picked.subarray(0, found));
        from = next;
      }
      return { codes: Array.from(codes), out: Array.from(out), selected };
    });
    expect(simd).toEqual(plain);
    expect(simd.selected).toEqual([...simd.out.keys()].filter((r) => simd.out[r]! >= 130));
    expect(simd.selected.length).toBeGreaterThan(0);
  });

  it('multiply rows alike', () => {
    const [simd, plain] = onBoth((kernels, random) => {
      const query = fill(kernels.i16(48), () => random() * 32_766 - 16_383);
      const rows = fill(kernels.i8(9 * 48), () => random() * 254 - 127);
      const list = kernels.u32(4);
      list.set([8, 0, 3, 3]);
      const dots = kernels.i32(4);
      kernels.dotsAt(query, rows, list, list.length, dots);
      const weights = fill(kernels.f32(6), () => random() - 0.5);
      const panel = fill(kernels.f32(6 * 8), random);
      const sum = kernels.f32(8);
      kernels.addRows(weights, panel, sum);
      return [Array.from(dots), Array.from(sum)];
    });
    expect(simd).toEqual(plain);
  });

  it('add up postings and select sums alike', () => {
    const [simd, plain] = onBoth((kernels, random) => {
      const sums = kernels.i32(224);
      // An odd address: rows of two bytes need not be aligned.
      const bytes = fill(kernels.u8(1 + 3 * 90), () => random() * 256);
      for (let i = 0; i < 90; i++) bytes.set([2 * i, 0], 1 + 2 * i);
      kernels.accumulate(sums, bytes, 1, 181, 90, 7, 0, 224);
      kernels.accumulate(sums, bytes, 21, 191, 21, 1_000, 0, 224);
      // Rows from 120 to before 150.
      const done = kernels.accumulate(sums, bytes, 121, 241, 30, 3_000, 110, 150);
      kernels.mask(
        sums,
        fill(kernels.u32(7), () => random() * 2 ** 32),
      );
      // The largest sum, and bits that were set before.
      sums[223] = 2 ** 31 - 1;
      const set = fill(kernels.u32(7), () => 2 ** 32 - 1);
      kernels.mark(sums, set);
      let count = 0;
      const [places, found] = [kernels.u32(20), kernels.i32(20)];
      const selected: number[] = [];
      for (let from = 0; from < sums.length; ) {
        const { count: some, nonzero, next } = kernels.selectI32(sums, from, 500, places, found);
        count += nonzero;
        for (let i = 0; i < some; i++) selected.push(places[i]!, found[i]!);
        from = next;
      }
      return { sums: Array.from(sums), set: Array.from(set), done, count, selected };
    });
    expect(simd).toEqual(plain);
    expect(simd.done).toBe(15);
    expect(simd.count).toBe(simd.sums.filter((sum) => sum !== 0).length);
    expect(rowsIn(Uint32Array.from(simd.set))).toEqual(
      Uint32Array.from([...simd.sums.keys()].filter((i) => simd.sums[i] !== 0)),
    );
    expect(simd.selected.filter((_, i) => i % 2 === 1)).toEqual(
      simd.sums.filter((sum) => sum > 500),
    );
  });

  it('scan rows alike', () => {
    const terms = 400;
    /** Twelve terms of the query, and eight similar words. */
    const placeOf = (t: number) => {
      if (t < 12) return t + 1;
      return t < 20 ? SIMILAR_PLACE + t : 0;
    };
    const [simd, plain] = onBoth((kernels, random) => {
      const encoded = new GrowableBytes();
      const starts = [0];
      for (let row = 0; row < 20; row++) {
        for (let i = 0; i < 60; i++) {
          const value = random() < 0.1 ? 0 : 1 + Math.floor(random() ** 4 * terms);
          appendCode(encoded, value);
        }
        appendCode(encoded, 0);
        starts.push(encoded.length);
      }
      const bytes = kernels.u8(encoded.length);
      const offsets = kernels.u32(starts.length);
      bytes.set(encoded.view());
      offsets.set(starts);
      const codeBases = kernels.u32(256);
      codeBases.set(CODE_BASES);
      const list = kernels.u32(18);
      list.set(Array.from({ length: 18 }, (_, i) => 19 - i));
      const vectorCount = 50;
      const info = kernels.u32(terms + 1);
      info[0] = FIELD_END;
      for (let t = 0; t < terms; t++) info[t + 1] = placeOf(t) * 65_536 + (t % vectorCount);
      const [pairStarts, pairSeconds] = [kernels.u32(13), kernels.u32(24)];
      for (let t = 0; t < 12; t++) {
        pairStarts[t + 1] = 2 * (t + 1);
        pairSeconds.set([((t + 1) % 12) + 1, ((t + 5) % 12) + 1], 2 * t);
      }
      const scan = {
        bytes,
        codeBases,
        offsets,
        terms: info,
        pairStarts,
        pairSeconds,
        nearness: fill(kernels.f32(vectorCount), random),
        known: fill(kernels.u8(vectorCount), () => (random() < 0.8 ? 0 : 1)),
        factors: fill(kernels.f32(vectorCount), random),
        vectors: fill(kernels.i8(vectorCount * 32), () => random() * 254 - 127),
        query: fill(kernels.i16(32), () => random() * 32_766 - 16_383),
        idf: fill(kernels.f32(terms), random),
        titleField: 1,
        pairCounts: kernels.u32(24),
        touched: kernels.u32(24),
        lengths: kernels.u32(18),
        sums: kernels.f64(18),
        covers: kernels.f64(18),
        events: kernels.u32(3 * 70),
        numbers: kernels.u16(200),
        fresh: kernels.u32(vectorCount + 1),
        occurrences: kernels.u32(0),
        fieldEnds: kernels.u32(18 * 20),
        fields: 20,
      };
      const whole = kernels.scanRows(scan, list);
      const first = [scan.lengths, scan.sums, scan.covers, scan.events, scan.fieldEnds].map((x) =>
        Array.from(x),
      );
      // Room for all pairs, but only for the occurrences of some rows.
      const [events, occurrences] = [kernels.u32(3 * 2_000), kernels.u32(3 * 200)];
      const marked = kernels.scanRows({ ...scan, events, occurrences }, list);
      return {
        whole,
        first,
        marked,
        occurrences: Array.from(occurrences.subarray(0, 3 * marked.occurrences)),
        nearness: Array.from(scan.nearness),
        known: Array.from(scan.known),
        counts: Array.from(scan.pairCounts),
      };
    });
    expect(simd).toEqual(plain);
    // Stops before events might not fit, and leaves the counts clean.
    expect(simd.whole.rows).toBeLessThan(18);
    expect(simd.whole.events).toBeGreaterThan(0);
    expect(simd.whole.occurrences).toBe(0);
    // The same for occurrences.
    expect(simd.marked.rows).toBeLessThan(18);
    expect(simd.marked.rows).toBeGreaterThan(1);
    const places = simd.occurrences.filter((_, i) => i % 3 === 2);
    expect(new Set(places).size).toBeGreaterThan(12);
    expect(Math.max(...places)).toBeGreaterThan(SIMILAR_PLACE);
    expect(Math.max(...simd.counts)).toBe(0);
    expect(simd.known.filter((known) => known === 0).length).toBeLessThan(40);
  });
});
