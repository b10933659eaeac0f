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
/** Words that are looked at together to find one of them. */
const GROUP_WORDS = 32;
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

/** Bytes of a list between two marks, from which it can be read on. They take a sixteenth of the list. */
const MARK_BYTES = 256;

/** Where a list can be read from: at a byte, after an occurrence in a cell. */
interface Marks {
  readonly ats: readonly number[];
  readonly cells: readonly number[];
}

export const cellOf = (occurrence: number): number => Math.floor(occurrence / POSITIONS);

/** The words of a segment. What is asked for comes into memory. */
export interface WordLists {
  /**
   * The words that are equal to one, or begin with it, in the order of their characters.
   * @param most more are not given; callers ask for one more than they take
   */
  find(word: string, isBeginning: boolean, most: number): Promise<ListedWord[]>;
  /** Brings lists into memory, as the members below need them. */
  read(words: readonly ListedWord[]): Promise<void>;
  /** Calls `each` with the cells that have one of some words: more than once with those that have several. */
  forEachCell(words: readonly ListedWord[], each: (cell: number) => void): void;
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

/** Some words of a page of the dictionary that follow each other. */
interface WordGroup {
  /** A line a word, with the size of its list. */
  readonly text: string;
  /** Where the list of the first word begins. */
  readonly start: number;
}

/** Cuts a page of the dictionary, so that finding a word need not add up all sizes before it. */
function groupsOf(text: string, from: number): WordGroup[] {
  const groups: WordGroup[] = [];
  let [start, first, size, left] = [from, 0, 0, GROUP_WORDS];
  let end = from;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character !== NEW_LINE) {
      // What is not a digit is of a word, which a space ends.
      size = character === SPACE ? 0 : (10 * size + character - ZERO) | 0;
      continue;
    }
    end += size;
    if (--left > 0) continue;
    groups.push({ text: text.slice(first, at), start });
    [start, first, left] = [end, at + 1, GROUP_WORDS];
  }
  groups.push({ text: text.slice(first), start });
  return groups;
}

/** The words of a group. */
function readGroup({ text, start }: WordGroup): ListedWord[] {
  let end = start;
  return text.split('\n').map((line) => {
    const space = line.lastIndexOf(' ');
    const begun = end;
    end += Number(line.slice(space + 1));
    return { word: line.slice(0, space), start: begun, end };
  });
}

/** Opens the words of a segment. */
export async function openWordLists(file: Container): Promise<WordLists> {
  const pages: WordGroup[][] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let bytes = new Uint8Array(0);
  const [firsts, starts, dictionary, lists] = await Promise.all([
    file.json(FIRSTS, textList),
    file.json(STARTS, z.array(count)),
    PagedSection.open(file, DICTIONARY, (page, read) => {
      pages[page] = groupsOf(decoder.decode(read), starts[page]!);
    }),
    PagedSection.open(file, LISTS, (page, read) => {
      bytes.set(read, page * PAGE_BYTES);
    }),
  ]);
  // The system gives memory when it is touched.
  bytes = new Uint8Array(starts.at(-1)!);

  async function find(word: string, isBeginning: boolean, most: number): Promise<ListedWord[]> {
    // What follows words in a text is a space, and the next character after it is before all of words.
    const lastUpTo = (texts: readonly string[]) =>
      Math.max(
        0,
        texts.findLastIndex((each) => each < `${word}!`),
      );
    let page = lastUpTo(firsts);
    const asked = [page];
    const isWithin = () => firsts[page + 1]?.startsWith(word);
    while (isBeginning && isWithin() && asked.length * PAGE_WORDS <= most + PAGE_WORDS) {
      asked.push(++page);
    }
    await dictionary.ensure(asked);
    // A segment without words has no pages.
    const groups = asked.flatMap((each) => pages[each] ?? []);
    const first = lastUpTo(groups.map(({ text }) => text));
    const isFound = (listed: ListedWord) =>
      isBeginning ? listed.word.startsWith(word) : listed.word === word;
    return groups
      .slice(first, isBeginning ? undefined : first + 1)
      .flatMap(readGroup)
      .filter(isFound)
      .slice(0, most);
  }

  async function read(words: readonly ListedWord[]): Promise<void> {
    const wanted = new Set<number>();
    for (const { start, end } of words) {
      for (let page = Math.floor(start / PAGE_BYTES); page * PAGE_BYTES < end; page++) {
        wanted.add(page);
      }
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

  function forEachCell(words: readonly ListedWord[], each: (cell: number) => void): void {
    for (const word of words) {
      const reader = new ListReader(bytes, word);
      while (reader.seek(reader.cell + 1)) each(reader.cell);
    }
  }

  function occurrences(words: readonly ListedWord[]): Occurrences {
    const found = new Float64Array(bytesOfLists(words));
    let length = 0;
    for (const word of words) {
      const reader = new ListReader(bytes, word);
      while (reader.next()) {
        if (reader.position >= MAX_POSITION) continue;
        found[length++] = reader.cell * POSITIONS + reader.position;
      }
    }
    const own = found.subarray(0, length);
    return words.length > 1 ? own.sort() : own;
  }

  function followed(places: Occurrences, words: readonly ListedWord[], later: number) {
    const [word] = words as [ListedWord];
    const isThere =
      words.length > 1
        ? isAmong(occurrences(words))
        : isListed(bytes, word, marksOf(word, places.length));
    let kept = 0;
    for (const place of places) if (isThere(place + later)) places[kept++] = place;
    return places.subarray(0, kept);
  }

  return { find, read, forEachCell, occurrences, followed };
}

/** Tells whether a place is one of some. Places that are asked for ascend. */
function isAmong(places: Occurrences): (place: number) => boolean {
  let next = 0;
  return (place) => {
    while (places[next]! < place) next++;
    return places[next] === place;
  };
}

/** Reads the list of a word, an occurrence at a time. */
class ListReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #mark = 0;
  /** Where the next occurrence begins. */
  at: number;
  cell = -1;
  position = 0;

  constructor(bytes: Uint8Array, { start, end }: ListedWord) {
    this.#bytes = bytes;
    this.at = start;
    this.#end = end;
  }

  /** Goes on to the next occurrence; false after the last one. */
  next(): boolean {
    if (this.at >= this.#end) return false;
    const number = this.#number();
    if ((number & 1) === 0) this.position += number >>> 1;
    else {
      this.cell += (number >>> 1) + 1;
      this.position = this.#number();
    }
    return true;
  }

  /**
   * Goes on to the first occurrence in a cell, or a later one; false if there is none.
   * @param wanted above the cell of the last occurrence
   */
  seek(wanted: number, marks?: Marks): boolean {
    if (marks) {
      const { ats, cells } = marks;
      while (cells[this.#mark]! < wanted) this.#mark++;
      const at = ats[this.#mark - 1]!;
      if (at > this.at) {
        this.at = at;
        this.cell = cells[this.#mark - 1]!;
      }
    }
    while (this.next()) if (this.cell >= wanted) return true;
    return false;
  }

  /** Goes on, in the cell of the last occurrence, to a position or beyond it; whether the word is there. */
  reaches(position: number): boolean {
    while (this.position < position && this.at < this.#end && (this.#bytes[this.at]! & 1) === 0) {
      this.next();
    }
    return this.position === position;
  }

  #number(): number {
    let byte = this.#bytes[this.at++]!;
    let number = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#bytes[this.at++]!;
      number |= (byte & 127) << shift;
    }
    return number >>> 0;
  }
}

function markList(bytes: Uint8Array, word: ListedWord): Marks {
  const reader = new ListReader(bytes, word);
  const [ats, cells]: [number[], number[]] = [[], []];
  for (let next = word.start + MARK_BYTES; reader.next(); ) {
    if (reader.at < next) continue;
    next = reader.at + MARK_BYTES;
    ats.push(reader.at);
    cells.push(reader.cell);
  }
  return { ats, cells };
}

/** Tells whether a word is at a place. Places that are asked for ascend. The list is not decoded into memory. */
function isListed(bytes: Uint8Array, word: ListedWord, marks: Marks | undefined) {
  const reader = new ListReader(bytes, word);
  return (place: number): boolean => {
    const cell = cellOf(place);
    if (cell > reader.cell && !reader.seek(cell, marks)) return false;
    const position = place - cell * POSITIONS;
    return cell === reader.cell && position < MAX_POSITION && reader.reaches(position);
  };
}
