import { isMissing, itemsOf } from '../column-values.ts';
import { type CheckedCodes, countedPart } from '../facets.ts';
import { GrowableU32 } from '../file/growable.ts';
import { CodeBeginnings } from './code-beginnings.ts';
import { forEachCode } from './code-list.ts';
import { type CodeNumbers, codesSection } from './filter-column.ts';
import type { Segment } from './open.ts';

/** Slots of a code that is not read yet, of one that says there is no value, and of one with nothing that is counted. */
const [UNREAD, MISSING, NOTHING] = [0, 1, 2];
/** Slot of the first part. */
const FIRST = 3;
/** From here on, a slot is the place of a list of slots after their number: those of a code with several parts. */
export const LISTS = 1 << 30;

/** A code that must be read, and one that is read if it is quickly done. */
const [WANTED, AT_HAND] = [1, 2];

/** Memory of a text beside the slots of codes. */
const TEXT_BYTES = 100;
/** Memory of the parts that an index in memory keeps, for each of its rows: those of lists of symbols and four columns of codes. */
const KEPT_BYTES_PER_ROW = 48;

/** Bytes that an index in memory keeps of what facets count, at most. */
export const facetBytes = (rowCount: number): number => KEPT_BYTES_PER_ROW * rowCount;

/** The codes that some rows have, in the order of their first rows. */
export interface FoundCodes {
  readonly codes: Uint32Array;
  /** The first row that has each. */
  readonly firsts: Uint32Array;
  /** By the number of a code, how many of the rows have it. */
  readonly counts: Uint32Array;
}

/** Counts rows by their codes. */
export function codesOf({ ofRows, count }: CodeNumbers, rows: Uint32Array): FoundCodes {
  const counts = new Uint32Array(count);
  const codes = new Uint32Array(Math.min(count, rows.length));
  const firsts = new Uint32Array(codes.length);
  let found = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const code = ofRows[row]!;
    if (counts[code]!++ > 0) continue;
    codes[found] = code;
    firsts[found++] = row;
  }
  return { codes: codes.subarray(0, found), firsts, counts };
}

/**
 * What a facet counts of the codes of a column: reading a code as text takes a hundred times as long as adding one to its slot.
 * Codes are read when a row that is counted has them.
 */
export class CountedParts {
  readonly #facet: CheckedCodes;
  readonly #beginnings: CodeBeginnings | undefined;
  readonly #texts: string[] = [];
  readonly #slots = new Map<string, number>();
  /** Slots by the keys of `CodeBeginnings`; `NOTHING` for those that the facet leaves out. */
  readonly #ofKeys = new Map<number, number>();
  /** Of each segment, the slots of its codes, and how many are not read. */
  #ofSegments = new WeakMap<Segment, { readonly slots: Uint32Array; unread: number }>();
  readonly #lists = new GrowableU32();
  #codes = 0;

  constructor(facet: CheckedCodes) {
    this.#facet = facet;
    const { prefix } = facet;
    this.#beginnings = CodeBeginnings.canRead(prefix) ? new CodeBeginnings(prefix) : undefined;
  }

  /** Number of slots. */
  get size(): number {
    return FIRST + this.#texts.length;
  }

  get sizeBytes(): number {
    return 4 * (this.#codes + this.#lists.length) + TEXT_BYTES * this.#texts.length;
  }

  /** Lists of slots, each after its length. Valid until codes of another segment are read. */
  get lists(): Uint32Array {
    return this.#lists.view();
  }

  /** The slot of a part; undefined if no code that was read has it. */
  slotOf(part: string): number | undefined {
    return this.#slots.get(part);
  }

  /** The parts that have a count, and how many rows say that there is no value. */
  counted(counts: Uint32Array): { readonly parts: [string, number][]; readonly missing: number } {
    const parts: [string, number][] = [];
    for (const [i, text] of this.#texts.entries()) {
      const count = counts[FIRST + i]!;
      if (count > 0) parts.push([text, count]);
    }
    return { parts, missing: counts[MISSING]! };
  }

  /** Drops what it knows of codes. */
  #forget(): void {
    this.#ofSegments = new WeakMap();
    this.#lists.length = 0;
    this.#codes = 0;
  }

  /**
   * The slot of each code of a segment.
   * @param wantedCodes the codes that are read; called unless all are known
   * @param isKept whether codes of other segments stay known
   */
  async read(
    segment: Segment,
    { count }: CodeNumbers,
    wantedCodes: () => Uint32Array,
    isKept: boolean,
  ): Promise<Uint32Array> {
    const bytes = await segment.file.section(codesSection(this.#facet.column.position));
    if (!isKept) this.#forget();
    let known = this.#ofSegments.get(segment);
    if (!known) {
      known = { slots: new Uint32Array(count), unread: count };
      this.#ofSegments.set(segment, known);
      this.#codes += count;
    }
    const { slots } = known;
    const codes = known.unread > 0 ? wantedCodes() : [];
    const isWanted = new Uint8Array(known.unread > 0 ? count : 0);
    let wanted = 0;
    for (let i = 0; i < codes.length; i++) {
      if (slots[codes[i]!] !== UNREAD) continue;
      isWanted[codes[i]!] = WANTED;
      wanted++;
    }
    if (wanted === 0) return slots;
    const beginnings = this.#beginnings;
    // Going through the bytes of all codes takes about as long as reading beginnings from them.
    if (beginnings && isKept) {
      for (const [number, slot] of slots.entries()) {
        if (slot === UNREAD && isWanted[number] === 0) isWanted[number] = AT_HAND;
      }
    }
    const keep = (number: number, slot: number) => {
      slots[number] = slot;
      known.unread--;
    };
    forEachCode(
      bytes,
      isWanted,
      (code, number) => keep(number, this.#slotOfCode(code)),
      beginnings &&
        ((list, start, end, number) => {
          if (!beginnings.read(list, start, end)) return isWanted[number] === AT_HAND;
          keep(number, this.#together(beginnings.found.map((key) => this.#slotOfKey(key))));
          return true;
        }),
    );
    return slots;
  }

  #slotOfCode(code: string): number {
    if (isMissing(code)) return MISSING;
    const parts = itemsOf(code).map((item) => countedPart(this.#facet, item));
    return this.#together(
      [...new Set(parts)].map((part) => (part === undefined ? NOTHING : this.#slotOfPart(part))),
    );
  }

  #slotOfPart(part: string): number {
    let slot = this.#slots.get(part);
    if (slot === undefined) {
      slot = this.size;
      this.#texts.push(part);
      this.#slots.set(part, slot);
    }
    return slot;
  }

  #slotOfKey(key: number): number {
    let slot = this.#ofKeys.get(key);
    if (slot === undefined) {
      const part = CodeBeginnings.textOf(key);
      slot = part.startsWith(this.#facet.begins ?? '') ? this.#slotOfPart(part) : NOTHING;
      this.#ofKeys.set(key, slot);
    }
    return slot;
  }

  /** The slot of a code with some slots. */
  #together(slots: readonly number[]): number {
    if (slots.length <= 1) return slots[0] ?? NOTHING;
    const list = LISTS + this.#lists.length;
    this.#lists.push(slots.length);
    for (const slot of slots) this.#lists.push(slot);
    return list;
  }
}

/**
 * The parts that the last facets counted. Segments never change, and the same columns are counted for every search. Nothing is
 * kept while an index is read page by page.
 */
export class KeptParts {
  readonly #kept = new Map<string, CountedParts>();
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  of({ column, prefix, begins }: CheckedCodes): CountedParts | undefined {
    return this.#kept.get(JSON.stringify([column.position, prefix, begins]));
  }

  keep({ column, prefix, begins }: CheckedCodes, parts: CountedParts): void {
    const key = JSON.stringify([column.position, prefix, begins]);
    // The last one counted is the last one to go.
    this.#kept.delete(key);
    this.#kept.set(key, parts);
    let bytes = this.#kept.values().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    for (const [oldest, { sizeBytes }] of this.#kept) {
      if (bytes <= this.#mostBytes) return;
      this.#kept.delete(oldest);
      bytes -= sizeBytes;
    }
  }
}
