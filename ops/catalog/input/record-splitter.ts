/** A part of a text that a format reads as one record. */
export interface RawRecord {
  /** Offset of its first byte in the text. */
  readonly offset: number;
  readonly length: number;
  /** Valid until the next `push`; undefined if the record is too long. */
  readonly bytes: Buffer | undefined;
}

/** Where records are split: before each marker (`<page>`) or after it (a line break). */
export interface Cut {
  readonly marker: Buffer;
  readonly at: 'before' | 'after';
  /** Longer records are dropped, which bounds memory. */
  readonly maxBytes: number;
}

/** Splits a text that arrives in chunks into records, in bounded memory. */
export class RecordSplitter {
  readonly #cut: Cut;
  #buffer = Buffer.allocUnsafe(4 << 20);
  #start = 0;
  #end = 0;
  /** Offset in the text of the byte at `#start`. */
  #offset: number;
  /** Number of dropped bytes of the current record, if it is too long. */
  #dropped = 0;

  constructor(cut: Cut, offset: number) {
    this.#cut = cut;
    this.#offset = offset;
  }

  /** Adds a chunk and yields the records that end in it. */
  *push(chunk: Uint8Array): Generator<RawRecord> {
    const { marker, at } = this.#cut;
    // A marker may cross the chunk boundary. The marker at a record's start does not end it.
    const begins = at === 'before' && this.#dropped === 0 ? 1 : 0;
    let search = Math.max(this.#end - marker.length + 1, this.#start + begins) - this.#start;
    this.#append(chunk);
    search += this.#start;
    for (;;) {
      const found = this.#buffer.subarray(0, this.#end).indexOf(marker, search);
      if (found < 0) break;
      const stop = at === 'before' ? found : found + marker.length;
      if (stop > this.#start || this.#dropped > 0) yield this.#take(stop);
      search = at === 'before' ? stop + 1 : stop;
    }
    if (this.#end - this.#start > this.#cut.maxBytes) this.#drop(marker.length - 1);
  }

  /** Yields the last record at the end of the text. */
  *finish(): Generator<RawRecord> {
    if (this.#end > this.#start || this.#dropped > 0) yield this.#take(this.#end);
  }

  #take(stop: number): RawRecord {
    const length = this.#dropped + stop - this.#start;
    const tooLong = length > this.#cut.maxBytes;
    const bytes = tooLong ? undefined : this.#buffer.subarray(this.#start, stop);
    const record = { offset: this.#offset, length, bytes };
    this.#offset += length;
    this.#start = stop;
    this.#dropped = 0;
    return record;
  }

  /** Drops the bytes of a record that is too long, except those that may begin the next marker. */
  #drop(keep: number): void {
    this.#dropped += this.#end - keep - this.#start;
    this.#start = this.#end - keep;
  }

  #append(chunk: Uint8Array): void {
    const rest = this.#end - this.#start;
    const needed = rest + chunk.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(needed + (needed >> 1));
      this.#buffer.copy(larger, 0, this.#start, this.#end);
      this.#buffer = larger;
    } else if (this.#start > 0) this.#buffer.copyWithin(0, this.#start, this.#end);
    this.#buffer.set(chunk, rest);
    this.#start = 0;
    this.#end = needed;
  }
}
