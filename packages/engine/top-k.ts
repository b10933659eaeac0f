/** Rows with their scores. */
export interface ScoredRows {
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
}

/** Rows are collected up to this multiple of the wanted number before all but the best are dropped. */
const BUFFER_FACTOR = 3;
const BUFFER_ROOM = 1_024;

/**
 * Keeps the k rows with the highest scores; of equal scores the lower row wins. Rows go into a buffer. When
 * it is full, the k-th highest score is found by selection and everything below it dropped, which costs
 * less than a heap because most rows are never compared with each other.
 */
export class TopK {
  readonly #k: number;
  readonly #rows: Uint32Array;
  readonly #scores: Float64Array;
  #size = 0;
  /** Of rows with the score `lowest`, those above this one are not kept. */
  #lastRow = 0xffff_ffff;
  #lowest: number;
  /** Whether rows were added since `tighten`. */
  #loose = false;

  /**
   * @param lowest rows with a lower score are ignored
   * @param most number of rows that will be added at most
   */
  constructor(k: number, lowest = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) {
    const capacity = k === 0 ? 0 : Math.min(most, BUFFER_FACTOR * k + BUFFER_ROOM);
    this.#k = k;
    this.#rows = new Uint32Array(capacity);
    this.#scores = new Float64Array(capacity);
    this.#lowest = k === 0 ? Number.POSITIVE_INFINITY : lowest;
  }

  /** The number of rows that are kept at most. */
  get k(): number {
    return this.#k;
  }

  /** Rows with a lower score will not be kept. Rises as the buffer fills, or by `tighten`. */
  get lowest(): number {
    return this.#lowest;
  }

  /** Adds a row, which must not have been added before. */
  push(row: number, score: number): void {
    if (score < this.#lowest || (score === this.#lowest && row > this.#lastRow)) return;
    if (this.#size === this.#rows.length) {
      if (this.#k === 0) return;
      this.tighten();
      this.push(row, score);
      return;
    }
    this.#rows[this.#size] = row;
    this.#scores[this.#size++] = score;
    this.#loose = true;
  }

  /** Drops all but the best k rows. If there are k, `lowest` becomes the lowest score among them. */
  tighten(): void {
    if (!this.#loose || this.#size < this.#k) return;
    const lowest = nthHighest(this.#scores.subarray(0, this.#size), this.#k);
    this.#lowest = lowest;
    this.#lastRow = 0xffff_ffff;
    this.#drop();
    const tooMany = this.#size - this.#k;
    if (tooMany > 0) {
      const equal = this.#rows.subarray(0, this.#size).filter((_, i) => this.#scores[i] === lowest);
      this.#lastRow = equal.sort().at(-1 - tooMany)!;
      this.#drop();
    }
    this.#loose = false;
  }

  /** Drops what the bound excludes. */
  #drop(): void {
    const [rows, scores, lowest, lastRow] = [this.#rows, this.#scores, this.#lowest, this.#lastRow];
    let kept = 0;
    for (let i = 0; i < this.#size; i++) {
      const score = scores[i]!;
      if (score < lowest || (score === lowest && rows[i]! > lastRow)) continue;
      rows[kept] = rows[i]!;
      scores[kept++] = score;
    }
    this.#size = kept;
  }

  /** The best rows in the order in which they were added. */
  added(): ScoredRows {
    this.tighten();
    return { rows: this.#rows.slice(0, this.#size), scores: this.#scores.slice(0, this.#size) };
  }

  /** The best rows, best first. */
  ranked(): ScoredRows {
    const { rows, scores } = this.added();
    sortBest(rows, scores);
    return { rows, scores };
  }
}

/** Sorts rows by falling scores, equal ones by their numbers, by merging runs. A callback for each comparison would take longer. */
function sortBest(rows: Uint32Array, scores: Float64Array): void {
  const size = rows.length;
  let [from, fromScores] = [rows, scores];
  let [to, toScores]: [Uint32Array, Float64Array] = [new Uint32Array(size), new Float64Array(size)];
  for (let run = 1; run < size; run *= 2) {
    for (let start = 0; start < size; start += 2 * run) {
      const middle = Math.min(start + run, size);
      const end = Math.min(middle + run, size);
      let [a, b] = [start, middle];
      for (let at = start; at < end; at++) {
        const isFirst =
          b === end ||
          (a < middle &&
            (fromScores[a]! > fromScores[b]! ||
              (fromScores[a]! === fromScores[b]! && from[a]! < from[b]!)));
        const next = isFirst ? a++ : b++;
        to[at] = from[next]!;
        toScores[at] = fromScores[next]!;
      }
    }
    [from, to, fromScores, toScores] = [to, from, toScores, fromScores];
  }
  if (from === rows) return;
  rows.set(from);
  scores.set(fromScores);
}

/** Bins of a histogram of scores. */
const BINS = 512;

/** The n-th highest score, counted from 1: finds its bin in a histogram, then selects within the bin. */
function nthHighest(scores: ArrayLike<number>, n: number): number {
  let low = scores[0]!;
  let high = low;
  for (let i = 1; i < scores.length; i++) {
    const score = scores[i]!;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  if (low === high || n === scores.length) return low;
  const scale = (BINS - 1) / (high - low);
  const bins = new Uint32Array(BINS);
  for (let i = 0; i < scores.length; i++) bins[Math.floor((scores[i]! - low) * scale)]!++;
  let bin = BINS - 1;
  let above = 0;
  while (above + bins[bin]! < n) above += bins[bin--]!;
  const within = new Float64Array(bins[bin]!);
  let count = 0;
  for (let i = 0; i < scores.length; i++) {
    if (Math.floor((scores[i]! - low) * scale) === bin) within[count++] = scores[i]!;
  }
  return select(within, n - above);
}

/** The n-th highest score, counted from 1, by quickselect (Hoare 1961). Reorders the array. */
function select(scores: Float64Array, n: number): number {
  let low = 0;
  let high = scores.length - 1;
  const position = n - 1;
  while (low < high) {
    const pivot = scores[(low + high) >> 1]!;
    let i = low;
    let j = high;
    while (i <= j) {
      while (scores[i]! > pivot) i++;
      while (scores[j]! < pivot) j--;
      if (i > j) break;
      const swapped = scores[i]!;
      scores[i++] = scores[j]!;
      scores[j--] = swapped;
    }
    if (position <= j) high = j;
    else if (position >= i) low = i;
    else return scores[position]!;
  }
  return scores[position]!;
}

/** Indices of the highest scores, best first; of equal scores the lower index comes first. */
export function highest(scores: ArrayLike<number>, count: number): Uint32Array {
  const best = highestInOrder(scores, count);
  const own = new Float64Array(best.length);
  for (let i = 0; i < own.length; i++) own[i] = scores[best[i]!]!;
  sortBest(best, own);
  return best;
}

/** The same indices, ascending. */
export function highestInOrder(scores: ArrayLike<number>, count: number): Uint32Array {
  const best = new Uint32Array(Math.min(count, scores.length));
  if (best.length === 0) return best;
  const lowest = nthHighest(scores, best.length);
  let equal = best.length;
  for (let i = 0; i < scores.length; i++) if (scores[i]! > lowest) equal--;
  for (let i = 0, at = 0; i < scores.length; i++) {
    if (scores[i]! > lowest || (scores[i] === lowest && equal-- > 0)) best[at++] = i;
  }
  return best;
}

/** The values at some indices. */
export function valuesAt<A extends Float64Array | Uint32Array>(values: A, places: Uint32Array): A {
  const some = values.slice(0, places.length) as A;
  for (let i = 0; i < places.length; i++) some[i] = values[places[i]!]!;
  return some;
}
