/**
 * Words by their UTF-8, numbered from 0 as they are met: an open-addressing hash table that compares
 * bytes in place, so that a word of a text costs no string after its first occurrence.
 */
export class WordTable {
  #slots = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 11);
  #starts = new Uint32Array((1 << 11) + 1);
  #blob = new Uint8Array(1 << 14);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Number of a word; a new one is added.
   * @param hash of the bytes after `map`, see `hashWord`
   * @param map what each byte counts as, so that words may meet in lower case
   */
  number(bytes: Uint8Array, start: number, end: number, hash: number, map: Uint8Array): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let id = slots[slot]!; id !== 0; id = slots[slot]!) {
      if (hashes[id - 1] === hash && this.#equals(id - 1, bytes, start, end, map)) return id - 1;
      slot = (slot + 1) & mask;
    }
    return this.#add(bytes, start, end, hash, map);
  }

  #equals(id: number, bytes: Uint8Array, start: number, end: number, map: Uint8Array): boolean {
    const blob = this.#blob;
    let at = this.#starts[id]!;
    if (this.#starts[id + 1]! - at !== end - start) return false;
    for (let i = start; i < end; i++) if (blob[at++] !== map[bytes[i]!]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, map: Uint8Array): number {
    const id = this.#size++;
    if (id === this.#hashes.length) this.#grow();
    let to = this.#starts[id]!;
    if (to + end - start > this.#blob.length) {
      const larger = new Uint8Array(2 * this.#blob.length + end - start);
      larger.set(this.#blob);
      this.#blob = larger;
    }
    for (let i = start; i < end; i++) this.#blob[to++] = map[bytes[i]!]!;
    this.#starts[id + 1] = to;
    this.#hashes[id] = hash;
    this.#insert(id);
    return id;
  }

  #insert(id: number): void {
    const mask = this.#slots.length - 1;
    const hash = this.#hashes[id]!;
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = id + 1;
  }

  #grow(): void {
    const count = this.#hashes.length;
    const hashes = new Int32Array(count * 2);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const starts = new Uint32Array(count * 2 + 1);
    starts.set(this.#starts);
    this.#starts = starts;
    this.#slots = new Int32Array(count * 4);
    for (let id = 0; id < count; id++) this.#insert(id);
  }

  /** The bytes of a word; valid until the next new word. */
  bytes(id: number): Uint8Array {
    return this.#blob.subarray(this.#starts[id], this.#starts[id + 1]);
  }
}

/** Every byte counts as itself. */
export const AS_IS = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Capital letters of ASCII count as small ones. */
export const IN_LOWER_CASE = AS_IS.map((byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

/** Where the hash of a word begins. */
export const HASH_START = 0x811c9dc5 | 0;

/** One step of the hash (FNV-1a, 32 bits). */
export const hashByte = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193);

/** The hash of a word under a map. */
export function hashWord(bytes: Uint8Array, start: number, end: number, map: Uint8Array): number {
  let hash = HASH_START;
  for (let i = start; i < end; i++) hash = hashByte(hash, map[bytes[i]!]!);
  return hash;
}
