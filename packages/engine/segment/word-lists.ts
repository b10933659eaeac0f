import * as z from 'zod';
import { type Container, compress, type SectionInput } from '../file/container.ts';
import {
  PagedSection,
  pagedSections,
  sectionsOfPages,
  storedPages,
} from '../file/paged-section.ts';
import { runApart } from '../kernels/apart.ts';
import { count, textList } from '../record.ts';

/**
 * Where each word stands, as written but for case and accents, stop words too: what phrases and beginnings of words are
 * compared with. Words are in the order of their characters, so those with one beginning are neighbours. A cell is a
 * field of a row; cells are numbered row by row.
 *
 * The list of a word has for each occurrence a varint: twice the distance from the position before in the same cell, or
 * twice the distance from the cell before plus one, and then the position in the new cell as another varint.
 */
const LISTS = 'words';
const DICTIONARY = 'wordForms';
/** First word of each page of the dictionary, and where its list begins. */
const FIRSTS = 'wordFirsts';
const STARTS = 'wordStarts';
/** Words of a page of the dictionary. */
const PAGE_WORDS = 1_024;
/** Size of a page of lists in memory. */
const PAGE_BYTES = 32 << 10;

/**
 * The lists of words, as pages, and the size of each. Threads are given its text (`runApart`), so it has no names from outside.
 * @param order words in the order of their lists
 */
function listWords(
  order: Uint32Array,
  tokens: Uint32Array,
  ends: Uint32Array,
  pageBytes: number,
  pagesOf: typeof storedPages,
  compressed: typeof compress,
) {
  /** Bytes of a varint by the leading zeros of its number. */
  const varintSizes = Uint8Array.from({ length: 33 }, (_, zeros) =>
    Math.max(1, Math.ceil((32 - zeros) / 7)),
  );
  const sizeOf = (value: number): number => varintSizes[Math.clz32(value)]!;
  /** Writes a varint at a place; returns the place after it. */
  const writeNumber = (bytes: Uint8Array, to: number, number: number): number => {
    let at = to;
    let rest = number;
    for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
    return at;
  };
  // What is known of a word while numbers are made: in one place of memory, because most words come from a cache miss.
  const [CELL, POSITION, SIZE, STATE] = [0, 1, 2, 4];
  const states = new Int32Array(STATE * order.length);
  for (let word = 0; word < order.length; word++) states[STATE * word + CELL] = -1;
  /** The first number of each occurrence. */
  const numbers = new Uint32Array(tokens.length);
  // Nothing branches by what is known of a word: the processor would guess wrong, and could not wait for several words at a time.
  for (let cell = 0, at = 0; cell < ends.length; cell++) {
    const end = ends[cell]!;
    for (let position = 0; at < end; position++, at++) {
      const state = STATE * tokens[at]!;
      const before = cell - states[state + CELL]!;
      const gap = position - states[state + POSITION]!;
      // All bits if the word is in the same cell as before, else none.
      const isSame = (before - 1) >> 31;
      const number = 2 * ((gap & isSame) | (before & ~isSame)) - 1 - isSame;
      numbers[at] = number;
      states[state + CELL] = cell;
      states[state + POSITION] = position;
      states[state + SIZE]! += sizeOf(number) + (sizeOf(position) & ~isSame);
    }
  }
  const sizes = order.map((word) => states[STATE * word + SIZE]!);
  const places = new Uint32Array(order.length);
  let total = 0;
  order.forEach((word, i) => {
    places[word] = total;
    total += sizes[i]!;
  });
  const bytes = new Uint8Array(total);
  for (let cell = 0, at = 0; cell < ends.length; cell++) {
    const end = ends[cell]!;
    for (let position = 0; at < end; position++, at++) {
      const number = numbers[at]!;
      const word = tokens[at]!;
      let place = writeNumber(bytes, places[word]!, number);
      if (number & 1) place = writeNumber(bytes, place, position);
      places[word] = place;
    }
  }
  const pageEnds = Array.from({ length: Math.ceil(total / pageBytes) }, (_, page) =>
    Math.min(total, (page + 1) * pageBytes),
  );
  return { sizes, ...pagesOf(bytes, pageEnds, compressed) };
}

/**
 * Begins the sections of the words of a segment. If there are several threads, another one makes the lists.
 * @param tokens words of all cells, by their numbers in `words`; cannot be used afterwards, nor can `ends`
 * @param ends end of each cell in `tokens`
 */
export function beginWordSections(
  words: readonly string[],
  tokens: Uint32Array,
  ends: Uint32Array,
  threads: number,
): () => Promise<SectionInput[]> {
  const order = Uint32Array.from(words.keys()).sort((a, b) => (words[a]! < words[b]! ? -1 : 1));
  // The thread takes its arrays away.
  const given = [order.slice(), tokens, ends, PAGE_BYTES, storedPages, compress] as const;
  const listed = runApart(threads, listWords, ...given);
  return async () => {
    const { sizes, ...lists } = await listed;
    const pages: Buffer[] = [];
    const pageEnds: number[] = [];
    const firsts: string[] = [];
    const starts: number[] = [];
    let end = 0;
    let start = 0;
    for (let first = 0; first < order.length; first += PAGE_WORDS) {
      firsts.push(words[order[first]!]!);
      starts.push(start);
      const own = Array.from(order.subarray(first, first + PAGE_WORDS), (word, i) => {
        start += sizes[first + i]!;
        return `${words[word]!} ${sizes[first + i]!}`;
      });
      const page = Buffer.from(own.join('\n'));
      pages.push(page);
      end += page.length;
      pageEnds.push(end);
    }
    const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
    return [
      ...sectionsOfPages(LISTS, lists),
      ...pagedSections(DICTIONARY, Buffer.concat(pages), pageEnds, true),
      { name: FIRSTS, bytes: json(firsts), packed: true },
      { name: STARTS, bytes: json([...starts, start]), packed: true },
    ];
  };
}

/** A word of a segment with the place of its list. */
interface ListedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Where words stand: numbers that rise with cell and position. */
export type Occurrences = Float64Array;

/** Words of a cell that are found, and room for the length of a phrase after them. */
const MAX_POSITION = 2 ** 21 - 2 ** 10;
const POSITIONS = 2 ** 21;

const [NEW_LINE, SPACE, ZERO] = [10, 32, 48];

/** Bytes of a list between two marks, from which it can be read on. They take a sixtieth of the list. */
const MARK_BYTES = 1 << 10;

/** Where a list can be read from: at a byte, after the occurrences in a cell. */
interface Marks {
  readonly ats: readonly number[];
  readonly cells: readonly number[];
}

const NOWHERE: Occurrences = new Float64Array(0);

export const cellOf = (occurrence: number): number => Math.floor(occurrence / POSITIONS);

/** The words of a segment. What is asked for comes into memory. */
export interface WordLists {
  /**
   * The words that are equal to one, or begin with it, in the order of their characters.
   * @param most more are not given; callers ask for one more than they take
   */
  find(word: string, isBeginning: boolean, most: number): Promise<ListedWord[]>;
  /** Brings lists into memory, as the two members below need them. */
  read(words: readonly ListedWord[]): Promise<void>;
  /** Where some words stand. */
  occurrences(words: readonly ListedWord[]): Occurrences;
  /** Those of some places that have one of some words so many words later. They move to the front of their array. */
  followed(places: Occurrences, words: readonly ListedWord[], later: number): Occurrences;
}

/** Size of the lists of some words, which is not below the number of their occurrences. */
export const bytesOfLists = (words: readonly ListedWord[]): number =>
  words.reduce((sum, { start, end }) => sum + end - start, 0);

/** Whether a segment has lists of words: those of earlier versions have none. */
export const hasWordLists = (file: Container): boolean => file.has(LISTS);

/**
 * A word of a page of the dictionary; undefined if the page does not have it. Lines before it are only added up.
 * @param from where the list of the first word begins
 */
function wordOfPage(text: string, from: number, word: string): ListedWord | undefined {
  const at = text.startsWith(`${word} `) ? 0 : text.indexOf(`\n${word} `) + 1;
  if (at === 0 && !text.startsWith(`${word} `)) return undefined;
  let [start, size] = [from, 0];
  for (let i = 0; i < at; i++) {
    const character = text.charCodeAt(i);
    if (character === NEW_LINE) start += size;
    // What is not a digit is of a word, which a space ends.
    size = character === SPACE ? 0 : (10 * size + character - ZERO) | 0;
  }
  const end = text.indexOf('\n', at);
  const length = Number(text.slice(at + word.length + 1, end < 0 ? undefined : end));
  return { word, start, end: start + length };
}

/** Reads the words of one page of the dictionary. */
function readPage(text: string, from: number): ListedWord[] {
  let start = from;
  return text.split('\n').map((line) => {
    const space = line.lastIndexOf(' ');
    const end = start + Number(line.slice(space + 1));
    const listed = { word: line.slice(0, space), start, end };
    start = end;
    return listed;
  });
}

/** Opens the words of a segment. */
export async function openWordLists(file: Container): Promise<WordLists> {
  const pages: string[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let bytes = new Uint8Array(0);
  const [firsts, starts, dictionary, lists] = await Promise.all([
    file.json(FIRSTS, textList),
    file.json(STARTS, z.array(count)),
    PagedSection.open(file, DICTIONARY, (page, read) => {
      pages[page] = decoder.decode(read);
    }),
    PagedSection.open(file, LISTS, (page, read) => {
      bytes.set(read, page * PAGE_BYTES);
    }),
  ]);
  // The system gives memory when it is touched.
  bytes = new Uint8Array(starts.at(-1)!);

  async function find(word: string, isBeginning: boolean, most: number): Promise<ListedWord[]> {
    const first = Math.max(
      0,
      firsts.findLastIndex((each) => each <= word),
    );
    let end = first + 1;
    const isWithin = () => end < firsts.length && firsts[end]!.startsWith(word);
    while (isBeginning && isWithin() && (end - first) * PAGE_WORDS <= most + PAGE_WORDS) end++;
    const asked = Array.from({ length: Math.min(end, firsts.length) - first }, (_, i) => first + i);
    await dictionary.ensure(asked);
    if (!isBeginning) {
      const listed = wordOfPage(pages[first]!, starts[first]!, word);
      return listed ? [listed] : [];
    }
    const found: ListedWord[] = [];
    for (const page of asked) {
      for (const listed of readPage(pages[page]!, starts[page]!)) {
        if (listed.word < word) continue;
        if (!listed.word.startsWith(word) || found.length === most) return found;
        found.push(listed);
      }
    }
    return found;
  }

  async function read(words: readonly ListedWord[]): Promise<void> {
    const wanted = new Set<number>();
    for (const { start, end } of words) {
      for (let at = start; at < end; at += PAGE_BYTES) wanted.add(Math.floor(at / PAGE_BYTES));
      if (end > start) wanted.add(Math.floor((end - 1) / PAGE_BYTES));
    }
    await lists.ensure(wanted);
  }

  /** Marks of long lists, by where these begin. Made when few places are looked for, since frequent words are asked for again. */
  const marks = new Map<number, Marks>();
  function marksOf(word: ListedWord, places: number): Marks | undefined {
    if (places * MARK_BYTES > word.end - word.start) return undefined;
    const found = marks.get(word.start) ?? markList(bytes, word);
    marks.set(word.start, found);
    return found;
  }

  function occurrences(words: readonly ListedWord[]): Occurrences {
    const found = new Float64Array(bytesOfLists(words));
    let length = 0;
    for (const word of words) length = decode(bytes, word, found, length);
    const own = found.subarray(0, length);
    return words.length > 1 ? own.sort() : own;
  }

  function followed(places: Occurrences, words: readonly ListedWord[], later: number) {
    if (words.length > 1) return together(places, occurrences(words), later);
    const [word] = words;
    if (!word) return NOWHERE;
    const kept = keepFollowed(bytes, word, places, later, marksOf(word, places.length));
    return places.subarray(0, kept);
  }

  return { find, read, occurrences, followed };
}

/** Those places that have one of others so many words later. */
function together(places: Occurrences, others: Occurrences, later: number): Occurrences {
  let length = 0;
  for (let i = 0, j = 0; i < places.length && j < others.length; ) {
    const difference = others[j]! - places[i]! - later;
    if (difference === 0) {
      places[length++] = places[i]!;
      i++;
      j++;
    } else if (difference < 0) j++;
    else i++;
  }
  return places.subarray(0, length);
}

/** Reads the list of a word, an occurrence at a time. */
class ListReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  #mark = 0;
  cell = -1;
  position = 0;

  constructor(bytes: Uint8Array, { start, end }: ListedWord) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** The byte of the next occurrence, if that is in another cell. */
  get atNextCell(): number | undefined {
    return this.#at < this.#end && (this.#bytes[this.#at]! & 1) === 1 ? this.#at : undefined;
  }

  /** Leaves out occurrences in cells before one, as far as marks say where these end. */
  skipTo(cell: number, { ats, cells }: Marks): void {
    const before = this.#mark;
    while (cells[this.#mark]! < cell) this.#mark++;
    if (this.#mark === before) return;
    const at = ats[this.#mark - 1]!;
    if (at <= this.#at) return;
    this.#at = at;
    this.cell = cells[this.#mark - 1]!;
  }

  /** Goes on to the next occurrence; false after the last one. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const number = this.#number();
    if ((number & 1) === 0) this.position += number >>> 1;
    else {
      this.cell += (number >>> 1) + 1;
      this.position = this.#number();
    }
    return true;
  }

  #number(): number {
    let byte = this.#bytes[this.#at++]!;
    let number = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#bytes[this.#at++]!;
      number |= (byte & 127) << shift;
    }
    return number >>> 0;
  }
}

/** Decodes the list of a word into `to`, from `length` on; returns the new length. */
function decode(bytes: Uint8Array, word: ListedWord, to: Float64Array, length: number): number {
  const reader = new ListReader(bytes, word);
  let next = length;
  while (reader.next()) {
    if (reader.position < MAX_POSITION) to[next++] = reader.cell * POSITIONS + reader.position;
  }
  return next;
}

function markList(bytes: Uint8Array, word: ListedWord): Marks {
  const reader = new ListReader(bytes, word);
  const [ats, cells]: [number[], number[]] = [[], []];
  for (let next = word.start + MARK_BYTES; reader.next(); ) {
    const at = reader.atNextCell;
    if (at === undefined || at < next) continue;
    ats.push(at);
    cells.push(reader.cell);
    next = at + MARK_BYTES;
  }
  return { ats, cells };
}

/** See `WordLists.followed`, of one word: its list is not decoded into memory. Returns how many places are kept. */
function keepFollowed(
  bytes: Uint8Array,
  word: ListedWord,
  places: Occurrences,
  later: number,
  marks: Marks | undefined,
): number {
  const reader = new ListReader(bytes, word);
  let [i, kept] = [0, 0];
  if (marks) reader.skipTo(cellOf(places[0]! + later), marks);
  while (i < places.length && reader.next()) {
    if (reader.position >= MAX_POSITION) continue;
    const place = reader.cell * POSITIONS + reader.position - later;
    if (places[i]! > place) continue;
    while (places[i]! < place) i++;
    if (places[i] === place) places[kept++] = places[i++]!;
    if (marks && i < places.length) reader.skipTo(cellOf(places[i]! + later), marks);
  }
  return kept;
}
