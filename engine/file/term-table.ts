import type { Container, SectionInput } from './container.ts';
import { bytesOf } from './container.ts';

/**
 * A set of terms numbered from 0, in three sections: the UTF-8 bytes of all terms, their offsets, and an
 * open-addressing hash table of numbers. A table of any size opens without parsing.
 */
export class TermTable {
  readonly #blob: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #slots: Uint32Array;
  readonly size: number;

  constructor(blob: Uint8Array, offsets: Uint32Array, slots: Uint32Array) {
    this.#blob = blob;
    this.#offsets = offsets;
    this.#slots = slots;
    this.size = Math.max(0, offsets.length - 1);
  }

  /** Number of a term, or -1. */
  find(term: string): number {
    const key = encoder.encode(term);
    const mask = this.#slots.length - 1;
    if (mask < 0) return -1;
    for (let slot = hashBytes(key) & mask, tries = 0; tries <= mask; tries++) {
      const id = this.#slots[slot]!;
      if (id === 0) return -1;
      if (this.#equals(id - 1, key)) return id - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #equals(id: number, key: Uint8Array): boolean {
    const start = this.#offsets[id]!;
    if (this.#offsets[id + 1]! - start !== key.length) return false;
    for (let i = 0; i < key.length; i++) if (this.#blob[start + i] !== key[i]) return false;
    return true;
  }

  /** The UTF-8 bytes of a term, as a view. */
  bytes(id: number): Uint8Array {
    return this.#blob.subarray(this.#offsets[id], this.#offsets[id + 1]);
  }

  /** The UTF-8 bytes of all terms and their offsets; size + 1 offsets. */
  get layout(): { readonly blob: Uint8Array; readonly offsets: Uint32Array } {
    return { blob: this.#blob, offsets: this.#offsets };
  }

  /** The term of a number. */
  term(id: number): string {
    return decoder.decode(this.bytes(id));
  }

  /** Numbers of the first terms that begin with a prefix and are longer than it. */
  startingWith(prefix: string, limit: number): number[] {
    const key = encoder.encode(prefix);
    const found: number[] = [];
    for (let id = 0; id < this.size && found.length < limit; id++) {
      const start = this.#offsets[id]!;
      if (this.#offsets[id + 1]! - start <= key.length) continue;
      let i = 0;
      while (i < key.length && this.#blob[start + i] === key[i]) i++;
      if (i === key.length) found.push(id);
    }
    return found;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** FNV-1a, 32 bits. */
function hashBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Sections of a term table. A term's number is its index in the list. */
export function termSections(terms: readonly string[]): SectionInput[] {
  const encoded = terms.map((term) => encoder.encode(term));
  const offsets = new Uint32Array(terms.length + 1);
  encoded.forEach((bytes, i) => {
    offsets[i + 1] = offsets[i]! + bytes.length;
  });
  const blob = new Uint8Array(offsets[terms.length]!);
  let size = 1;
  while (size < terms.length * 2) size *= 2;
  const slots = new Uint32Array(size);
  encoded.forEach((bytes, i) => {
    blob.set(bytes, offsets[i]);
    let slot = hashBytes(bytes) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = i + 1;
  });
  return [
    { name: 'terms', bytes: blob, packed: true },
    { name: 'termOffsets', bytes: bytesOf(offsets), packed: true },
    { name: 'termSlots', bytes: bytesOf(slots), packed: true },
  ];
}

/** Reads the term table of a file. */
export async function readTermTable(container: Container): Promise<TermTable> {
  const [blob, offsets, slots] = await Promise.all([
    container.section('terms'),
    container.u32('termOffsets'),
    container.u32('termSlots'),
  ]);
  return new TermTable(blob, offsets, slots);
}
