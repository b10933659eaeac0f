import type { SumCollector } from '../segment/posting-scan.ts';

/** Buffer size as a multiple of the wanted number. */
const BUFFER_FACTOR = 4;

/**
 * Collects the rows with the largest sums over all segments. Rows arrive and stay in dataset order; of
 * equal sums the first are kept.
 */
export class BestSums implements SumCollector {
  readonly #wanted: number;
  readonly #segments: Uint16Array;
  readonly #rows: Uint32Array;
  readonly #sums: Int32Array;
  #count = 0;
  #segment = 0;
  above = 0;

  constructor(wanted: number) {
    const capacity = wanted * BUFFER_FACTOR + 2_048;
    this.#wanted = wanted;
    this.#segments = new Uint16Array(capacity);
    this.#rows = new Uint32Array(capacity);
    this.#sums = new Int32Array(capacity);
  }

  /** Sets the segment of the rows that are added next. */
  enter(segment: number): void {
    this.#segment = segment;
  }

  add(base: number, places: Uint32Array, sums: Int32Array): void {
    if (this.#count + places.length > this.#rows.length) this.#choose();
    for (let i = 0; i < places.length; i++) {
      if (sums[i]! <= this.above) continue;
      this.#segments[this.#count] = this.#segment;
      this.#rows[this.#count] = base + places[i]!;
      this.#sums[this.#count++] = sums[i]!;
    }
  }

  /** Drops all but the wanted number of entries. */
  #choose(): void {
    if (this.#count <= this.#wanted) return;
    const least = nthLargest(this.#sums.subarray(0, this.#count), this.#wanted);
    let equal = this.#wanted;
    for (let i = 0; i < this.#count; i++) if (this.#sums[i]! > least) equal--;
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const sum = this.#sums[i]!;
      if (sum < least || (sum === least && equal-- <= 0)) continue;
      this.#segments[kept] = this.#segments[i]!;
      this.#rows[kept] = this.#rows[i]!;
      this.#sums[kept++] = sum;
    }
    this.#count = kept;
    // Rows that arrive later must have a larger sum.
    this.above = least;
  }

  /** The best rows in dataset order. */
  take(): { segments: Uint16Array; rows: Uint32Array; sums: Int32Array } {
    this.#choose();
    return {
      segments: this.#segments.slice(0, this.#count),
      rows: this.#rows.slice(0, this.#count),
      sums: this.#sums.slice(0, this.#count),
    };
  }
}

/** Right shift from a positive number to its bin. */
const BIN_SHIFT = 31 - 12;

/** The n-th largest of positive numbers, counted from 1: finds its bin, then selects within the bin. */
export function nthLargest(values: Int32Array, n: number): number {
  const bins = new Uint32Array(1 << 12);
  for (let i = 0; i < values.length; i++) bins[values[i]! >>> BIN_SHIFT]!++;
  let bin = bins.length - 1;
  let above = 0;
  while (above + bins[bin]! < n) above += bins[bin--]!;
  const within = new Int32Array(bins[bin]!);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! >>> BIN_SHIFT === bin) within[count++] = values[i]!;
  }
  return select(within, n - above);
}

/** The n-th largest value, counted from 1, by quickselect (Hoare 1961). Reorders the array. */
function select(values: Int32Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  const place = n - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i]! > pivot) i++;
      while (values[j]! < pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else return values[place]!;
  }
  return values[place]!;
}
