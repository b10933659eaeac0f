import { WORD } from '../kernels/structures.ts';

/** Fields of a word's record: hash, start of its bytes, term, number of occurrences, exact form. */
const [HASH, START, TERM, COUNT, FORM] = [0, 1, 2, 3, 4];
const RECORD = 5;

/** The term of a word whose term has not been set. */
export const NO_TERM_YET = -2;

/**
 * Words by their UTF-8 bytes, numbered from 0 in order of occurrence. An open-addressing hash table that
 * compares bytes in place, so that only new words need a string. The fields of a word are adjacent in
 * memory, because cache misses dominate the time for large vocabularies.
 */
export class WordTable {
  #slots = new Int32Array(1 << 12);
  /** One record more than words: a word's bytes end where those of the next record start. */
  #records = new Int32Array(((1 << 11) + 1) * RECORD);
  #blob = new Uint8Array(1 << 14);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Returns the number of a word, adding it if it is new, and counts the occurrence.
   * @param hash hash of the mapped bytes, see `hashWord`
   * @param map replaces each byte before comparison, for example by its lower case
   */
  number(bytes: Uint8Array, start: number, end: number, hash: number, map: Uint8Array): number {
    const slots = this.#slots;
    const records = this.#records;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let id = slots[slot]!; id !== 0; id = slots[slot]!) {
      const at = (id - 1) * RECORD;
      if (records[at + HASH] === hash && this.#equals(at, bytes, start, end, map)) {
        records[at + COUNT]!++;
        return id - 1;
      }
      slot = (slot + 1) & mask;
    }
    return this.#add(bytes, start, end, hash, map);
  }

  /**
   * Finds known ASCII words and counts their occurrences. Nearly all time of a look-up is spent waiting for memory; in
   * loops that do little else the processor waits for several words at a time. Words whose slot has another are left out.
   * @param met records of the words, see `WORD`
   * @param base address of `bytes` in the memory of the records
   * @param terms receives the term of each word that is found
   * @param forms receives its exact form
   */
  findAll(
    bytes: Uint8Array,
    met: Uint32Array,
    base: number,
    terms: Int32Array,
    forms: Uint32Array,
  ): void {
    const [slots, records] = [this.#slots, this.#records];
    const mask = slots.length - 1;
    const count = met[0]!;
    for (let i = 0, at = WORD.length; i < count; i++, at += WORD.length) {
      const hash = met[at + WORD.hash]! | 0;
      terms[i] = slots[(hash ^ (hash >>> 15)) & mask]!;
    }
    for (let i = 0, at = WORD.length; i < count; i++, at += WORD.length) {
      const record = RECORD * Math.max(0, terms[i]! - 1);
      const length = records[record + RECORD + START]! - records[record + START]!;
      const differs =
        (records[record + HASH]! ^ met[at + WORD.hash]!) |
        (length ^ (met[at + WORD.end]! - met[at + WORD.start]!));
      // The record, or -1 without branching.
      terms[i] = record | ((differs | -differs) >> 31);
    }
    for (let i = 0, at = WORD.length; i < count; i++, at += WORD.length) {
      const record = terms[i]!;
      const occurrences = met[at + WORD.occurrences]!;
      const [start, end] = [met[at + WORD.start]! - base, met[at + WORD.end]! - base];
      if (
        record < 0 ||
        occurrences === 0 ||
        !this.#equals(record, bytes, start, end, IN_LOWER_CASE)
      ) {
        terms[i] = NO_TERM_YET;
        continue;
      }
      records[record + COUNT]! += occurrences;
      terms[i] = records[record + TERM]!;
      forms[i] = records[record + FORM]!;
    }
  }

  #equals(at: number, bytes: Uint8Array, start: number, end: number, map: Uint8Array): boolean {
    const blob = this.#blob;
    let from = this.#records[at + START]!;
    if (this.#records[at + RECORD + START]! - from !== end - start) return false;
    for (let i = start; i < end; i++) if (blob[from++] !== map[bytes[i]!]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, map: Uint8Array): number {
    const id = this.#size++;
    const at = id * RECORD;
    if (at + RECORD === this.#records.length) this.#grow();
    let to = this.#records[at + START]!;
    if (to + end - start > this.#blob.length) {
      const larger = new Uint8Array(2 * this.#blob.length + end - start);
      larger.set(this.#blob);
      this.#blob = larger;
    }
    for (let i = start; i < end; i++) this.#blob[to++] = map[bytes[i]!]!;
    this.#records[at + HASH] = hash;
    this.#records[at + TERM] = NO_TERM_YET;
    this.#records[at + COUNT] = 1;
    this.#records[at + RECORD + START] = to;
    this.#insert(id);
    return id;
  }

  #insert(id: number): void {
    const mask = this.#slots.length - 1;
    const hash = this.#records[id * RECORD + HASH]!;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = id + 1;
  }

  /** Doubles the capacity. The last word has not been inserted yet. */
  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const records = new Int32Array((this.#slots.length / 2 + 1) * RECORD);
    records.set(this.#records);
    this.#records = records;
    for (let id = 0; id + 1 < this.#size; id++) this.#insert(id);
  }

  /** The bytes of a word, valid until the next new word. */
  bytes(id: number): Uint8Array {
    const at = id * RECORD + START;
    return this.#blob.subarray(this.#records[at], this.#records[at + RECORD]);
  }

  /** Adds occurrences of a word. */
  addCount(id: number, more: number): void {
    this.#records[id * RECORD + COUNT]! += more;
  }

  /** Number of occurrences of a word. */
  count(id: number): number {
    return this.#records[id * RECORD + COUNT]!;
  }

  /** The term of a word, or NO_TERM_YET. */
  term(id: number): number {
    return this.#records[id * RECORD + TERM]!;
  }

  /** The exact form of a word whose term is set. */
  form(id: number): number {
    return this.#records[id * RECORD + FORM]!;
  }

  setTerm(id: number, term: number, form: number): void {
    this.#records[id * RECORD + TERM] = term;
    this.#records[id * RECORD + FORM] = form;
  }
}

/** The identity map. */
export const AS_IS = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Maps ASCII capital letters to lower case. */
export const IN_LOWER_CASE = AS_IS.map((byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** Initial value of the hash. */
export const HASH_START = 0x811c9dc5 | 0;

/** One step of the hash (FNV-1a, 32 bits). */
export const hashByte = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);

/** The hash of a word under a map. */
export function hashWord(bytes: Uint8Array, start: number, end: number, map: Uint8Array): number {
  let hash = HASH_START;
  for (let i = start; i < end; i++) hash = hashByte(hash, map[bytes[i]!]!);
  return hash;
}
