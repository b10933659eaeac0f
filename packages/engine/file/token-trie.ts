import { TRIE_STATE } from '../kernels/structures.ts';

/** Marks a node where no token ends. */
const NONE = -1;
const MIN_SLOTS = 1 << 12;

/** The 256 single-byte tokens. Every dictionary contains them, so that it can encode any text. */
export const singleBytes = () => Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));

/**
 * A trie of tokens that finds the longest token at a position. The first byte is the number of its node;
 * every further byte leads to the next node through a hash table of (node, byte).
 */
export class TokenTrie {
  /** Two numbers for each slot: (node << 8 | byte) + 1, 0 = empty, and the node it leads to. */
  #slots = new Uint32Array(2 * MIN_SLOTS);
  #mask = MIN_SLOTS - 1;
  /** The token that ends at each node, or NONE. */
  #tokens = new Int32Array(MIN_SLOTS >> 1).fill(NONE);
  #nodes = 256;
  /** Number of tokens. */
  size = 0;
  /** Length in bytes of the token that `longest` found last. */
  length = 0;

  constructor(tokens: readonly Uint8Array[]) {
    for (const token of tokens) this.add(token, 0, token.length);
  }

  /**
   * The trie as a double array (Aoe 1989), with which a kernel does the same as `longest` in half the time: a byte leads from a
   * state to the one at `children` plus the byte, if the `parent` of that is one more than the state. The first states are the
   * first bytes.
   */
  tables(): { states: Uint32Array; tokens: Int32Array } {
    const slots = this.#slots;
    const byteOf = (slot: number) => (slots[slot]! - 1) & 255;
    const families = Array.from({ length: this.#nodes }, (): number[] => []);
    for (let slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot] !== 0) families[(slots[slot]! - 1) >>> 8]!.push(slot);
    }
    const stateOf = Uint32Array.from(families.keys());
    const places = new Uint32Array(this.#nodes);
    const isTaken = Array.from({ length: 256 }, () => true);
    let [next, free] = [256, 256];
    const parents = [...families.keys()].filter((node) => families[node]!.length > 0);
    const [large, small] = [true, false].map((isLarge) =>
      parents.filter((node) => families[node]!.length > 1 === isLarge),
    );
    for (const node of [...large!, ...small!]) {
      const family = families[node]!;
      while (isTaken[free]) free++;
      // Only children are last: they fill the gaps between the others.
      const first = family.length > 1 ? next : free;
      let place = first - byteOf(family[0]!);
      while (family.some((slot) => isTaken[place + byteOf(slot)])) place++;
      next = place + byteOf(family[0]!);
      places[node] = place;
      for (const slot of family) {
        stateOf[slots[slot + 1]!] = place + byteOf(slot);
        isTaken[place + byteOf(slot)] = true;
      }
    }
    const states = new Uint32Array(TRIE_STATE.length * (isTaken.length + 256));
    const tokens = new Int32Array(isTaken.length).fill(NONE);
    for (const [node, family] of families.entries()) {
      const state = stateOf[node]!;
      tokens[state] = this.#tokens[node]!;
      states[TRIE_STATE.length * state + TRIE_STATE.children] = places[node]!;
      for (const slot of family) {
        const child = TRIE_STATE.length * stateOf[slots[slot + 1]!]!;
        states[child + TRIE_STATE.parent] = state + 1;
      }
    }
    return { states, tokens };
  }

  /** Number of the longest token at `from` that ends by `end`. Its length is in `length`. */
  longest(bytes: Uint8Array, from: number, end: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    let node = bytes[from]!;
    let found = this.#tokens[node]!;
    let foundEnd = from + 1;
    for (let at = from + 1; at < end; at++) {
      const key = ((node << 8) | bytes[at]!) + 1;
      let slot = hash(key) & mask;
      while (slots[2 * slot] !== key && slots[2 * slot] !== 0) slot = (slot + 1) & mask;
      if (slots[2 * slot] === 0) break;
      node = slots[2 * slot + 1]!;
      const token = this.#tokens[node]!;
      if (token === NONE) continue;
      found = token;
      foundEnd = at + 1;
    }
    this.length = foundEnd - from;
    return found;
  }

  /** Adds a new token and returns its number. */
  add(bytes: Uint8Array, from: number, end: number): number {
    let node = bytes[from]!;
    for (let at = from + 1; at < end; at++) node = this.#child(node, bytes[at]!);
    this.#tokens[node] = this.size;
    return this.size++;
  }

  /** The child of a node, created if there is none. */
  #child(node: number, byte: number): number {
    const key = ((node << 8) | byte) + 1;
    let slot = this.#slotOf(key);
    if (this.#slots[2 * slot] === key) return this.#slots[2 * slot + 1]!;
    if (this.#nodes === this.#tokens.length) {
      this.#grow();
      slot = this.#slotOf(key);
    }
    this.#slots[2 * slot] = key;
    this.#slots[2 * slot + 1] = this.#nodes;
    return this.#nodes++;
  }

  /** Slot of a key, or the empty slot where it belongs. */
  #slotOf(key: number): number {
    const slots = this.#slots;
    let slot = hash(key) & this.#mask;
    while (slots[2 * slot] !== key && slots[2 * slot] !== 0) slot = (slot + 1) & this.#mask;
    return slot;
  }

  /** Doubles the tables, so that the hash table stays at most half full. */
  #grow(): void {
    const [slots, tokens] = [this.#slots, this.#tokens];
    this.#slots = new Uint32Array(2 * slots.length);
    this.#mask = slots.length - 1;
    this.#tokens = new Int32Array(2 * tokens.length).fill(NONE);
    this.#tokens.set(tokens);
    for (let i = 0; i < slots.length; i += 2) {
      if (slots[i] === 0) continue;
      const slot = this.#slotOf(slots[i]!);
      this.#slots[2 * slot] = slots[i]!;
      this.#slots[2 * slot + 1] = slots[i + 1]!;
    }
  }
}

/** Mixes the bits of a number. */
export function hash(key: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
