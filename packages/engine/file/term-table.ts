import type { Container, SectionInput } from './container.ts';
import { bytesOf } from './container.ts';
import { lazy, once } from './once.ts';
import { evenPages, PagedSection, pagedSections } from './paged-section.ts';

const SLOTS = 'termSlots';
/** Words of a slot: term number + 1, and the check of the term. */
const SLOT_WORDS = 2;
/** Size of a page of the hash table in memory. */
const PAGE_BYTES = 4 << 10;
const PAGE_SLOTS = PAGE_BYTES / (4 * SLOT_WORDS);

/**
 * A set of terms numbered from 0: an open-addressing hash table, and the UTF-8 bytes of all terms with
 * their offsets. A slot has a second hash of its term, so a term is found without its bytes, and a table
 * of any size opens without parsing. The pages that a look-up needs are read on demand.
 */
export class TermTable {
  readonly #file: Container;
  readonly #slots: Uint32Array;
  readonly #mask: number;
  readonly #pages: PagedSection;
  #text: (() => { readonly blob: Buffer; readonly offsets: Uint32Array }) | null = null;
  readonly size: number;

  private constructor(file: Container, size: number, slots: Uint32Array, pages: PagedSection) {
    this.#file = file;
    this.size = size;
    this.#slots = slots;
    this.#mask = slots.length / SLOT_WORDS - 1;
    this.#pages = pages;
  }

  /** Opens the table of a file. Reads nothing but what is at hand. */
  static async open(file: Container, size: number): Promise<TermTable> {
    const slots = new Uint32Array(SLOT_WORDS * slotCount(size));
    const bytes = bytesOf(slots);
    const pages = await PagedSection.open(file, SLOTS, (page, read) => {
      bytes.set(read, page * PAGE_BYTES);
    });
    return new TermTable(file, size, slots, pages);
  }

  /** Reads what `find` needs for some terms. */
  async ensure(terms: readonly string[], maxReads?: number): Promise<void> {
    if (this.#pages.isComplete) return;
    const hashes = terms.map(hashesOf);
    for (;;) {
      // A probe may continue on the next page.
      const missing = hashes.map((hash) => this.#probe(hash)).filter((found) => found < -1);
      if (missing.length === 0) return;
      await this.#pages.ensure(
        missing.map((found) => -2 - found),
        maxReads,
      );
    }
  }

  /** Reads the text of all terms, once. */
  readonly readText = once(async () => {
    const [blob, lengths] = await Promise.all([
      this.#file.section('terms'),
      this.#file.u16('termLengths'),
    ]);
    this.#text = lazy(() => ({
      blob: Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength),
      offsets: offsetsOf(lengths),
    }));
  });

  /** Size of the table and the text in the file. */
  get sizeBytes(): number {
    const [text, lengths] = ['terms', 'termLengths'].map((name) => this.#file.sizeBytes(name));
    return this.#pages.sizeBytes + text! + lengths!;
  }

  /** Reads the whole table and the text of all terms. */
  async all(): Promise<void> {
    await Promise.all([this.readText(), this.#pages.all()]);
  }

  /** Number of a term, or -1. Its part of the table must be in memory. */
  find(term: string): number {
    return this.findHashed(hashesOf(term));
  }

  /** The same of a term that is looked up in several tables. */
  findHashed(hashes: Hashes): number {
    const found = this.#probe(hashes);
    if (found < -1) throw new Error('the table of terms is not in memory');
    return found;
  }

  /** Number of a term, -1 if there is none, or -2 - the page that is missing. */
  #probe({ hash, check }: Hashes): number {
    for (let slot = hash & this.#mask, tries = 0; tries <= this.#mask; tries++) {
      const page = Math.floor(slot / PAGE_SLOTS);
      if (!this.#pages.has(page)) return -2 - page;
      const id = this.#slots[SLOT_WORDS * slot]!;
      if (id === 0) return -1;
      if (this.#slots[SLOT_WORDS * slot + 1] === check) return id - 1;
      slot = (slot + 1) & this.#mask;
    }
    return -1;
  }

  /** The UTF-8 bytes of all terms and their offsets; size + 1 offsets. Only after `readText`. */
  get layout(): { readonly blob: Buffer; readonly offsets: Uint32Array } {
    if (!this.#text) throw new Error('the text of the terms is not in memory');
    return this.#text();
  }

  /** The term of a number. Only after `readText`. */
  term(id: number): string {
    const { blob, offsets } = this.layout;
    // Several times as fast as a decoder.
    return blob.toString('utf8', offsets[id], offsets[id + 1]);
  }

  /**
   * Numbers of the first terms that begin with a prefix and are longer than it. Only after `readText`.
   * @param among the numbers that are looked at; by default all
   */
  startingWith(prefix: string, limit: number, among?: Uint32Array): number[] {
    const { blob, offsets } = this.layout;
    const key = encoder.encode(prefix);
    const found: number[] = [];
    const count = among?.length ?? this.size;
    for (let place = 0; place < count && found.length < limit; place++) {
      const id = among ? among[place]! : place;
      const start = offsets[id]!;
      if (offsets[id + 1]! - start <= key.length) continue;
      let i = 0;
      while (i < key.length && blob[start + i] === key[i]) i++;
      if (i === key.length) found.push(id);
    }
    return found;
  }
}

const encoder = new TextEncoder();

/** Where texts of these lengths begin, one after the other, and the end of the last. */
function offsetsOf(lengths: Uint16Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i]! + lengths[i]!;
  return offsets;
}

/** Slots of a table: a power of two, at most half of them used. */
function slotCount(terms: number): number {
  let size = 1;
  while (size < terms * 2) size *= 2;
  return size;
}

/** Hashes of a term, which are the same in every table. */
interface Hashes {
  /** Gives the slot. */
  readonly hash: number;
  /** Tells terms of one slot apart. */
  readonly check: number;
}

/** See `hashesOfBytes`. */
export function hashesOf(term: string): Hashes {
  // Several times as fast as an encoder.
  const bytes = Buffer.from(term);
  return hashesOfBytes(bytes, 0, bytes.length);
}

/** Two independent hashes of 32 bits: FNV-1a, and one with shifts and another factor. */
function hashesOfBytes(bytes: Uint8Array, start: number, end: number): Hashes {
  let hash = 0x811c9dc5;
  let check = end - start;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    check = Math.imul(check ^ bytes[i]! ^ (check >>> 15), 0x5bd1e995);
  }
  return { hash: (hash ^ (hash >>> 15)) >>> 0, check: (check ^ (check >>> 13)) >>> 0 };
}

/**
 * Sections of a term table. A term's number is its index in the list.
 * @param head whether every search needs the whole table and the text of the terms
 */
export function termSections(terms: readonly string[], head = false): SectionInput[] {
  const lengths = Uint16Array.from(terms, (term) => Buffer.byteLength(term));
  const offsets = offsetsOf(lengths);
  const blob = Buffer.alloc(offsets[terms.length]!);
  const slots = new Uint32Array(SLOT_WORDS * slotCount(terms.length));
  const mask = slots.length / SLOT_WORDS - 1;
  terms.forEach((term, i) => {
    blob.write(term, offsets[i]!);
    const { hash, check } = hashesOfBytes(blob, offsets[i]!, offsets[i + 1]!);
    let slot = hash & mask;
    while (slots[SLOT_WORDS * slot] !== 0) slot = (slot + 1) & mask;
    slots[SLOT_WORDS * slot] = i + 1;
    slots[SLOT_WORDS * slot + 1] = check;
  });
  const ends = evenPages(slots.byteLength, PAGE_BYTES);
  return [
    // Directly after the head sections, so that a slightly longer first read includes it.
    ...pagedSections(SLOTS, bytesOf(slots), ends, true, head),
    { name: 'terms', bytes: blob, packed: true, head },
    { name: 'termLengths', bytes: bytesOf(lengths), packed: true, head },
  ];
}
