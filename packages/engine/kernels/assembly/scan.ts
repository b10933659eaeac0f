/**
 * Kernels of the query path, in AssemblyScript. compile.ts makes scan.wasm.ts of them, once as they are and
 * once with relaxed swizzles, which save an instruction where the processor has them. Every kernel has
 * a twin in test-scan-kernels.ts that gives the same bits.
 */

/** Addresses have 32 bits, so they mix with numbers. */
type Address = u32;

const ZERO = i32x4.splat(0);

/** Unnormalised Walsh–Hadamard transform of `size` f32 (a power of two, at least 8), in place. */
function hadamard(at: Address, size: u32): void {
  const end = at + 4 * size;
  // Distances 1 and 2 lie inside a vector.
  for (let i = at; i < end; i += 16) {
    let v = v128.load(i);
    v = f32x4.add(f32x4.mul(v, f32x4(1, -1, 1, -1)), v128.shuffle<u32>(v, v, 1, 0, 3, 2));
    v = f32x4.add(f32x4.mul(v, f32x4(1, 1, -1, -1)), v128.shuffle<u32>(v, v, 2, 3, 0, 1));
    v128.store(i, v);
  }
  for (let half: u32 = 16; half < 4 * size; half *= 2) {
    for (let block = at; block < end; block += 2 * half) {
      let i: u32 = 0;
      do {
        const first = block + i;
        const second = block + half + i;
        const a = v128.load(first);
        const b = v128.load(second);
        v128.store(first, f32x4.add(a, b));
        v128.store(second, f32x4.sub(a, b));
        i += 16;
      } while (i < half);
    }
  }
}

/** row[0..n) *= factors[0..n); n is a multiple of 4 */
function scaleBy(row: Address, factors: Address, n: u32): void {
  const end = row + 4 * n;
  do {
    v128.store(row, f32x4.mul(v128.load(row), v128.load(factors)));
    row += 16;
    factors += 16;
  } while (row < end);
}

/**
 * Rotates rows of `width` f32 in place: signs, a transform of the first `size` entries and, where
 * the width is not a power of two, signs and a transform of the last `size` entries. `factors` holds
 * two rows of `width` f32: signs with the transform's norm.
 */
export function rotate(rows: Address, count: u32, width: u32, size: u32, factors: Address): void {
  for (; count !== 0; count--) {
    scaleBy(rows, factors, width);
    hadamard(rows, size);
    if (size !== width) {
      scaleBy(rows, factors + 4 * width, width);
      hadamard(rows + 4 * (width - size), size);
    }
    rows += 4 * width;
  }
}

/**
 * One-bit codes of i8 rows: a set bit is a negative entry. Groups of 32 rows are transposed: byte
 * p of row r lies at group(r / 32) + 32p + r mod 32. `width` is a multiple of 16.
 */
export function signCodes(values: Address, count: u32, width: u32, codes: Address): void {
  for (let r: u32 = 0; r < count; r++) {
    const end = values + width;
    let to = codes + (r >>> 5) * 4 * width + (r & 31);
    for (; values < end; values += 16) {
      const bits = i8x16.bitmask(v128.load(values));
      store<u8>(to, bits);
      store<u8>(to, bits >>> 8, 32);
      to += 64;
    }
  }
}

/** The entries of two tables that the low and the high nibbles of 16 bytes select, added. */
// @inline
function lookUp(low: v128, high: v128, codes: v128, nibble: v128): v128 {
  return i8x16.add(
    i8x16.swizzle(low, v128.and(codes, nibble)),
    i8x16.swizzle(high, v128.and(i16x8.shr_u(codes, 4), nibble)),
  );
}

/**
 * out[r] = 1 + Σ tables[nibble i][code nibble i of row r] as u16, for groups of 32 rows. `tables`
 * has 16 bytes below 32 for every nibble; `positions` (bytes of a code) is a multiple of 4.
 */
export function scanCodes(
  codes: Address,
  groups: u32,
  positions: u32,
  tables: Address,
  out: Address,
): void {
  const tablesEnd = tables + 32 * positions;
  // Passed on, because a constant in `lookUp` would be loaded again at each use.
  const nibble = i8x16.splat(15);
  for (; groups !== 0; groups--) {
    // Eight entries below 32 fit a byte. Bytes are summed in pairs, and the upper bytes also
    // separately, to subtract their part.
    let a = i16x8.splat(0x0101);
    let b = a;
    let upperA = i16x8.splat(1);
    let upperB = upperA;
    let table = tables;
    do {
      const low = v128.load(table);
      const high = v128.load(table, 16);
      let s = lookUp(low, high, v128.load(codes), nibble);
      let t = lookUp(low, high, v128.load(codes, 16), nibble);
      // @times 3
      {
        const low = v128.load(table, 32 * $ + 32);
        const high = v128.load(table, 32 * $ + 48);
        s = i8x16.add(s, lookUp(low, high, v128.load(codes, 32 * $ + 32), nibble));
        t = i8x16.add(t, lookUp(low, high, v128.load(codes, 32 * $ + 48), nibble));
      }
      a = i16x8.add(a, s);
      upperA = i16x8.add(upperA, i16x8.shr_u(s, 8));
      b = i16x8.add(b, t);
      upperB = i16x8.add(upperB, i16x8.shr_u(t, 8));
      codes += 128;
      table += 128;
    } while (table < tablesEnd);
    a = i16x8.sub(a, i16x8.shl(upperA, 8));
    b = i16x8.sub(b, i16x8.shl(upperB, 8));
    v128.store(out, v128.shuffle<u16>(a, upperA, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(out, v128.shuffle<u16>(a, upperA, 4, 12, 5, 13, 6, 14, 7, 15), 16);
    v128.store(out, v128.shuffle<u16>(b, upperB, 0, 8, 1, 9, 2, 10, 3, 11), 32);
    v128.store(out, v128.shuffle<u16>(b, upperB, 4, 12, 5, 13, 6, 14, 7, 15), 48);
    out += 64;
  }
}

/**
 * Sets values to 0 whose bit in a set is not set, eight at a time: `isWide`: of i32, else of u16. `count` is a multiple of 8.
 */
export function mask(values: Address, count: u32, isWide: bool, set: Address): void {
  for (const end = set + (count >>> 3); set < end; set++) {
    const bits = v128.and(i16x8.splat(load<u8>(set)), i16x8(1, 2, 4, 8, 16, 32, 64, 128));
    const kept = i16x8.ne(bits, ZERO);
    if (isWide) {
      const low = i32x4.extend_low_i16x8_s(kept);
      v128.store(values, v128.and(v128.load(values), low));
      values += 16;
    }
    const rest = isWide ? i32x4.extend_high_i16x8_s(kept) : kept;
    v128.store(values, v128.and(v128.load(values), rest));
    values += 16;
  }
}

/** Sets the bits of a set whose sums are not 0, and clears the others; none is negative. `count` is a multiple of 16. */
export function mark(sums: Address, count: u32, set: Address): void {
  for (const end = sums + 4 * count; sums < end; sums += 64) {
    // Narrowed, great numbers become the greatest ones, none becomes 0.
    const low = i16x8.narrow_i32x4_s(v128.load(sums), v128.load(sums, 16));
    const high = i16x8.narrow_i32x4_s(v128.load(sums, 32), v128.load(sums, 48));
    store<u16>(set, i8x16.bitmask(i8x16.ne(i8x16.narrow_i16x8_s(low, high), ZERO)));
    set += 2;
  }
}

/**
 * Writes the places from `from` on whose u16 value is at least `minimum` (not 0), at most
 * `capacity` + 7 of them; returns where to go on, and their number at `found`. `count` is a
 * multiple of 8, and so is `from`.
 */
export function selectU16(
  values: Address,
  from: u32,
  count: u32,
  minimum: u32,
  out: Address,
  capacity: u32,
  found: Address,
): u32 {
  const limit = i16x8.splat(u16(minimum));
  const stop = out + 4 * capacity;
  let to = out;
  for (; from < count && to < stop; from += 8) {
    let bits: u32 = i16x8.bitmask(i16x8.ge_u(v128.load(values + 2 * from), limit));
    for (; bits !== 0; bits &= bits - 1) {
      store<u32>(to, from + ctz(bits));
      to += 4;
    }
  }
  store<u32>(found, (to - out) >>> 2);
  return from;
}

/** The sum of four i32. */
// @inline
function sumOf(v: v128): i32 {
  const low = i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1);
  return low + (i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3));
}

/** Σ query[j] · row[j], i16 × i8 → i32; width is a multiple of 16. */
function dot(query: Address, row: Address, width: u32): i32 {
  const end = row + width;
  let even = ZERO;
  let odd = ZERO;
  do {
    even = i32x4.add(even, i32x4.dot_i16x8_s(v128.load8x8_s(row), v128.load(query)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(v128.load8x8_s(row, 8), v128.load(query, 16)));
    row += 16;
    query += 32;
  } while (row < end);
  return sumOf(i32x4.add(even, odd));
}

/**
 * Loads every cache line of the listed rows, of `width` bytes each: the rows are far apart, so many loads
 * should wait at the same time. Returns a sum, so that no compiler removes the loads.
 */
function touchListed(rows: Address, width: u32, list: Address, listEnd: Address): u32 {
  let sum: u32 = 0;
  for (; list < listEnd; list += 4) {
    let at = rows + load<u32>(list) * width;
    const end = at + width;
    do {
      sum += load<u8>(at);
      at += 64;
    } while (at < end);
  }
  return sum;
}

/** out[i] = query · rows[list[i]]. */
export function dotsAt(
  query: Address,
  rows: Address,
  width: u32,
  list: Address,
  count: u32,
  out: Address,
): void {
  const listEnd = list + 4 * count;
  while (list < listEnd) {
    const end = min<Address>(list + 128, listEnd);
    store<u32>(out, touchListed(rows, width, list, end));
    do {
      store<i32>(out, dot(query, rows + load<u32>(list) * width, width));
      out += 4;
      list += 4;
    } while (list < end);
  }
}

/**
 * sums[rows[i] - first] += impacts[i] · weight, for the u16 rows and u8 impacts of one posting list, in order, before row
 * `last`. Returns how many these are.
 */
export function accumulate(
  sums: Address,
  rows: Address,
  impacts: Address,
  count: u32,
  weight: u32,
  first: u32,
  last: u32,
): u32 {
  const start = impacts;
  sums -= 4 * first;
  for (const end = impacts + count; impacts < end; impacts++) {
    const row: u32 = load<u16>(rows);
    if (row >= last) break;
    const at = sums + 4 * row;
    store<u32>(at, load<u32>(at) + load<u8>(impacts) * weight);
    rows += 2;
  }
  return impacts - start;
}

/**
 * Writes places from `from` on, and the sums there, that are greater than `above`: at most
 * `capacity` + 15 of them; returns where to go on, and at `found` their number and how many sums before that are
 * not 0. `count` and `from` are multiples of 16. Few sums are large, so sixteen are looked at together.
 */
export function selectI32(
  sums: Address,
  from: u32,
  count: u32,
  above: i32,
  places: Address,
  out: Address,
  capacity: u32,
  found: Address,
): u32 {
  const limit = i32x4.splat(above);
  let n: u32 = 0;
  let nonzero = ZERO;
  const end = sums + 4 * count;
  let at = sums + 4 * from;
  while (at < end && n < capacity) {
    const next = at + 64;
    let largest = limit;
    // @times 4
    {
      const four = v128.load(at, 16 * $);
      nonzero = i32x4.sub(nonzero, i32x4.ne(four, ZERO));
      largest = i32x4.max_s(largest, four);
    }
    for (; v128.any_true(i32x4.ne(largest, limit)) && at < next; at += 16) {
      let bits: u32 = i32x4.bitmask(i32x4.gt_s(v128.load(at), limit));
      for (; bits !== 0; bits &= bits - 1) {
        const place = at + 4 * ctz(bits);
        store<u32>(places + 4 * n, (place - sums) >>> 2);
        store<u32>(out + 4 * n, load<u32>(place));
        n++;
      }
    }
    at = next;
  }
  store<u32>(found, n);
  store<u32>(found, sumOf(nonzero), 4);
  return (at - sums) >>> 2;
}

/**
 * One pass over the terms of the listed rows; scan-kernels.ts describes the arrays of `block`. Up to four
 * bytes behind a row are read too. Returns the rows done: fewer than `count` when the events or the
 * occurrences might not fit.
 */
export function scanRows(block: ROW_SCAN, list: Address, count: u32): u32 {
  touchRows(block, list, count);
  block.eventCount = 0;
  block.occurrenceCount = 0;
  let done: u32 = 0;
  let next: u32 = 0;
  do {
    done = next;
    next = readRows(block, list, done, count);
    listFresh(block);
    compareTerms(block);
    sumRows(block, done, next);
  } while (next !== count && next !== done);
  return next;
}

/** Loads the beginnings and ends of the listed rows, many at a time: they lie far apart. */
function touchRows(block: ROW_SCAN, list: Address, count: u32): void {
  let sum: u32 = 0;
  for (const end = list + 4 * count; list < end; list += 4) {
    const offset = block.offsets + 4 * load<u32>(list);
    sum += load<u8>(block.bytes + load<u32>(offset));
    sum += load<u8>(block.bytes + load<u32>(offset, 4));
  }
  block.touchedSum = sum;
}

/** Nearness of the terms that were met for the first time. */
function compareTerms(block: ROW_SCAN): void {
  const vectors = block.vectors;
  const width = block.width;
  let at: Address = block.fresh;
  const end = at + 4 * block.freshCount;
  while (at < end) {
    const stop = min<Address>(at + 128, end);
    block.touchedSum = touchListed(vectors, width, at, stop);
    do {
      const number = load<u32>(at);
      const product = f32(dot(block.query, vectors + number * width, width));
      store<f32>(block.nearness + 4 * number, product * load<f32>(block.factors + 4 * number));
      at += 4;
    } while (at < stop);
  }
}

/** Sums the nearness of the terms of rows `first` to before `last` of the list. */
function sumRows(block: ROW_SCAN, first: u32, last: u32): void {
  const nearness = block.nearness;
  let at: Address = block.numbers;
  for (; first < last; first++) {
    const end = at + 2 * load<u32>(block.lengths + 4 * first);
    let sum: f64 = 0;
    for (; at < end; at += 2) sum += load<f32>(nearness + 4 * u32(load<u16>(at)));
    store<f64>(block.sums + 8 * first, sum);
  }
}

/**
 * The part of scanRows that reads terms: all but the nearness of rows `first` on, as many as there is
 * room for. The association vectors of their terms go to `numbers`.
 */
function readRows(block: ROW_SCAN, list: Address, first: u32, count: u32): u32 {
  const terms = block.terms;
  const bases = block.codeBases;
  const titleField = block.titleField;
  const occurrences = block.occurrences;
  const occurrencesEnd = occurrences + block.occurrenceCapacity * offsetof<OCCURRENCE>();
  let occurrence = occurrences + block.occurrenceCount * offsetof<OCCURRENCE>();
  let fieldEnd = block.fieldEnds + 4 * first * block.fields;
  let events = block.eventCount;
  let numbers = block.numbers;
  const numbersEnd = numbers + 2 * block.numberCapacity;
  let done = first;
  for (; done < count; done++) {
    const offset = block.offsets + 4 * load<u32>(list + 4 * done);
    let at: Address = block.bytes + load<u32>(offset);
    const end = block.bytes + load<u32>(offset, 4);
    const bytes = end - at;
    if (numbers + 2 * bytes > numbersEnd) break;
    // A row has fewer pairs, and fewer occurrences, than bytes.
    if (events > 0 && events + bytes > block.eventCapacity) break;
    const needed = bytes * offsetof<OCCURRENCE>();
    if (occurrence > occurrences && occurrence + needed > occurrencesEnd) break;
    let field: u32 = 0;
    let isTitle = titleField === 0;
    let previous: u32 = 0;
    let n: u32 = 0;
    let touched: u32 = 0;
    let total: f64 = 0;
    let matched: f64 = 0;
    while (at < end) {
      // The first byte determines the length; the numbers of each length follow each other.
      const byte: u32 = load<u8>(at);
      const tail = u32(byte >= 176) + u32(byte >= 248) + u32(byte >= 254);
      const rest = load<u32>(at, 1, 1) & ((1 << (8 * tail)) - 1);
      const value = 4 * (load<u32>(bases + 4 * byte) + rest);
      at += 1 + tail;
      const entry = load<u32>(terms + value);
      n++;
      // Terms of the query, ends of fields, and all in a title.
      if (isTitle || entry >= 0x10000) {
        let place = entry >>> 16;
        if (place === 0xffff) {
          field++;
          previous = 0;
          n--;
          store<u32>(fieldEnd, n);
          fieldEnd += 4;
          isTitle = field === titleField;
          continue;
        }
        if (place !== 0 && occurrence < occurrencesEnd) {
          const to = changetype<OCCURRENCE>(occurrence);
          to.row = done;
          to.field = field;
          to.place = place;
          occurrence += offsetof<OCCURRENCE>();
        }
        // Similar words are not terms of the query.
        if (place >= SIMILAR_PLACE) place = 0;
        if (isTitle) {
          const idf: f64 = load<f32>(block.idf + value - 4);
          total += idf;
          if (place !== 0) matched += idf;
        }
        if (previous !== 0 && place !== 0) touched = countPair(block, previous, place, touched);
        previous = place;
      } else {
        previous = 0;
      }
      store<u16>(numbers, entry);
      numbers += 2;
    }
    // Pairs of the row, and their counts cleared for the next one.
    for (; touched !== 0; touched--) {
      const pair = load<u32>(block.touched + 4 * (touched - 1));
      const counter = block.pairCounts + 4 * pair;
      const event = changetype<PAIR_EVENT>(block.events + events * offsetof<PAIR_EVENT>());
      event.row = done;
      event.pair = pair;
      event.frequency = load<u32>(counter);
      store<u32>(counter, 0);
      events++;
    }
    store<u32>(block.lengths + 4 * done, n);
    store<f64>(block.covers + 8 * done, matched / select<f64>(total, 1, total > 0));
  }
  block.eventCount = events;
  block.occurrenceCount = (occurrence - occurrences) / offsetof<OCCURRENCE>();
  block.numberCount = (numbers - block.numbers) >>> 1;
  return done;
}

/** Counts the pair of two places, if the query has it. Returns the number of distinct pairs of the row. */
// @inline
function countPair(block: ROW_SCAN, first: u32, second: u32, touched: u32): u32 {
  const start = block.pairStarts + 4 * (first - 1);
  const end = load<u32>(start, 4);
  for (let pair = load<u32>(start); pair < end; pair++) {
    if (load<u32>(block.pairSeconds + 4 * pair) !== second) continue;
    const counter = block.pairCounts + 4 * pair;
    const before = load<u32>(counter);
    store<u32>(counter, before + 1);
    if (before !== 0) return touched;
    store<u32>(block.touched + 4 * touched, pair);
    return touched + 1;
  }
  return touched;
}

/**
 * Lists the vectors among `numbers` whose nearness is not known yet, without a branch, and marks them as
 * known. A pass of its own: in the loop above, loads would wait for the addresses of earlier stores. The
 * marks are bytes, so that they fit the fastest cache.
 */
function listFresh(block: ROW_SCAN): void {
  const known = block.known;
  let fresh = block.fresh;
  let at: Address = block.numbers;
  for (const end = at + 2 * block.numberCount; at < end; at += 2) {
    const number: u32 = load<u16>(at);
    store<u32>(fresh, number);
    fresh += 4 * u32(load<u8>(known + number) === 0);
    store<u8>(known + number, 1);
  }
  block.freshCount = (fresh - block.fresh) >>> 2;
}

/**
 * y[0..n) += weights[i] · panel[i][0..n), f32, rows of n entries one after another; n is a
 * multiple of 4.
 */
export function addRows(weights: Address, count: u32, panel: Address, n: u32, y: Address): void {
  const end = y + 4 * n;
  for (; count !== 0; count--) {
    const weight = f32x4.splat(load<f32>(weights));
    let at = y;
    do {
      v128.store(at, f32x4.add(v128.load(at), f32x4.mul(weight, v128.load(panel))));
      panel += 16;
      at += 16;
    } while (at < end);
    weights += 4;
  }
}
