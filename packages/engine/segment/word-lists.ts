import * as z from 'zod';
import type { Container, SectionInput } from '../file/container.ts';
import { evenPages, PagedSection, pagedSections } from '../file/paged-section.ts';
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

const sizeOf = (value: number): number =>
  value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5;

/** Writes a varint at a place; returns the place after it. */
function writeNumber(bytes: Uint8Array, to: number, number: number): number {
  let at = to;
  let rest = number;
  for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
  bytes[at++] = rest;
  return at;
}

/** What is known of a word while lists are made: in one place of memory, because most words come from a cache miss. */
const [CELL, POSITION, PLACE] = [0, 1, 2];
const STATE = 4;

/**
 * Goes through all occurrences in order. Without `bytes`, adds the size of each word's list to its `PLACE`; with them, writes
 * the lists from there on.
 */
function listWords(
  states: Int32Array,
  tokens: Uint32Array,
  ends: Uint32Array,
  bytes: Uint8Array | null,
): void {
  for (let cell = 0, at = 0; cell < ends.length; cell++) {
    const end = ends[cell]!;
    for (let position = 0; at < end; position++, at++) {
      const state = STATE * tokens[at]!;
      const before = cell - states[state + CELL]!;
      const number = before === 0 ? 2 * (position - states[state + POSITION]!) : 2 * before - 1;
      let place = states[state + PLACE]!;
      if (bytes) {
        place = writeNumber(bytes, place, number);
        if (before > 0) place = writeNumber(bytes, place, position);
      } else place += before === 0 ? sizeOf(number) : sizeOf(number) + sizeOf(position);
      states[state + CELL] = cell;
      states[state + POSITION] = position;
      states[state + PLACE] = place;
    }
  }
}

/**
 * Sections of the words of a segment.
 * @param tokens words of all cells, by their numbers in `words`
 * @param ends end of each cell in `tokens`
 */
export function wordSections(
  words: readonly string[],
  tokens: Uint32Array,
  ends: Uint32Array,
): SectionInput[] {
  const order = Array.from(words.keys()).sort((a, b) => (words[a]! < words[b]! ? -1 : 1));
  const states = new Int32Array(STATE * words.length);
  for (let word = 0; word < words.length; word++) states[STATE * word + CELL] = -1;
  listWords(states, tokens, ends, null);
  const sizes = Uint32Array.from(words, (_, word) => states[STATE * word + PLACE]!);
  const starts = new Uint32Array(words.length);
  let total = 0;
  for (const word of order) {
    starts[word] = total;
    states[STATE * word + CELL] = -1;
    states[STATE * word + PLACE] = total;
    total += sizes[word]!;
  }
  const bytes = new Uint8Array(total);
  listWords(states, tokens, ends, bytes);
  const pages: Buffer[] = [];
  const firsts: string[] = [];
  const pageStarts: number[] = [];
  const pageEnds: number[] = [];
  let end = 0;
  for (let first = 0; first < order.length; first += PAGE_WORDS) {
    const own = order.slice(first, first + PAGE_WORDS);
    const page = Buffer.from(own.map((word) => `${words[word]!} ${sizes[word]!}`).join('\n'));
    pages.push(page);
    firsts.push(words[own[0]!]!);
    pageStarts.push(starts[own[0]!]!);
    end += page.length;
    pageEnds.push(end);
  }
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  return [
    ...pagedSections(LISTS, bytes, evenPages(total, PAGE_BYTES), true),
    ...pagedSections(DICTIONARY, Buffer.concat(pages), pageEnds, true),
    { name: FIRSTS, bytes: json(firsts), packed: true },
    { name: STARTS, bytes: json([...pageStarts, total]), packed: true },
  ];
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

export const cellOf = (occurrence: number): number => Math.floor(occurrence / POSITIONS);

/** The words of a segment. What is asked for comes into memory. */
export interface WordLists {
  /**
   * The words that are equal to one, or begin with it, in the order of their characters.
   * @param most more are not given; callers ask for one more than they take
   */
  find(word: string, isBeginning: boolean, most: number): Promise<ListedWord[]>;
  /** Where some words stand. */
  occurrences(words: readonly ListedWord[]): Promise<Occurrences>;
}

/** Size of the lists of some words, which is not below the number of their occurrences. */
export const bytesOfLists = (words: readonly ListedWord[]): number =>
  words.reduce((sum, { start, end }) => sum + end - start, 0);

/** Whether a segment has lists of words: those of earlier versions have none. */
export const hasWordLists = (file: Container): boolean => file.has(LISTS);

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
  const [firsts, starts] = await Promise.all([
    file.json(FIRSTS, textList),
    file.json(STARTS, z.array(count)),
  ]);
  const pages: string[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const dictionary = await PagedSection.open(file, DICTIONARY, (page, read) => {
    pages[page] = decoder.decode(read);
  });
  // The system gives memory when it is touched.
  const bytes = new Uint8Array(starts.at(-1)!);
  const lists = await PagedSection.open(file, LISTS, (page, read) => {
    bytes.set(read, page * PAGE_BYTES);
  });

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
    const found: ListedWord[] = [];
    for (const page of asked) {
      for (const listed of readPage(pages[page]!, starts[page]!)) {
        if (listed.word < word) continue;
        const isFound = isBeginning ? listed.word.startsWith(word) : listed.word === word;
        if (!isFound || found.length === most) return found;
        found.push(listed);
      }
    }
    return found;
  }

  async function occurrences(words: readonly ListedWord[]): Promise<Occurrences> {
    const wanted = new Set<number>();
    for (const { start, end } of words) {
      for (let at = start; at < end; at += PAGE_BYTES) wanted.add(Math.floor(at / PAGE_BYTES));
      if (end > start) wanted.add(Math.floor((end - 1) / PAGE_BYTES));
    }
    await lists.ensure(wanted);
    const found = new Float64Array(bytesOfLists(words));
    let length = 0;
    for (const { start, end } of words) length = decode(bytes, start, end, found, length);
    const own = found.subarray(0, length);
    return words.length > 1 ? own.sort() : own;
  }

  return { find, occurrences };
}

/** Decodes the list of a word into `to`, from `length` on; returns the new length. */
function decode(
  bytes: Uint8Array,
  start: number,
  end: number,
  to: Float64Array,
  length: number,
): number {
  let at = start;
  let [cell, position, next] = [-1, 0, length];
  const read = () => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      number |= (byte & 127) << shift;
      if (byte < 128) return number >>> 0;
    }
  };
  while (at < end) {
    const number = read();
    if (number % 2 === 0) position += number / 2;
    else {
      cell += (number + 1) / 2;
      position = read();
    }
    if (position < MAX_POSITION) to[next++] = cell * POSITIONS + position;
  }
  return next;
}
