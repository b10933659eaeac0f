import { GrowableU32 } from '../file/growable.ts';
import {
  type CellWords,
  createKernels,
  type Kernels,
  MOST_WORDS,
  WORD_TABLE,
} from '../kernels/kernels.ts';
import type { Finish } from '../kernels/team.ts';
import { LETTERS, STOP_WORD, type TermScanner } from './term-scanner.ts';

/** Text that comes at once at most; what is longer is scanned without kernels. */
const TEXT_BYTES = 8 << 20;
/** Text of a task: so much that most words are met again in it. */
const TASK_BYTES = 1 << 20;
const TASK_CELLS = 1 << 16;
const TASKS = 8;
/** Of two words one byte apart; a cell of one letter is a word too. */
const TASK_TOKENS = (TASK_BYTES + TASK_CELLS) / 2;
/** Less text is not worth starting a thread. */
const LEAST_BYTES = 1 << 18;
/** A word whose term was not asked for yet. */
const NOT_YET = -2;

/** Kernel memory for the words of one text. */
class Room {
  readonly text: Uint8Array;
  readonly #tasks: CellWords[];

  constructor(kernels: Kernels) {
    this.text = kernels.u8(TEXT_BYTES);
    this.#tasks = Array.from({ length: TASKS }, () => ({
      cells: kernels.u32(2 * TASK_CELLS),
      table: kernels.u16(WORD_TABLE),
      records: kernels.u32(4 * (MOST_WORDS + 1)),
      tokens: kernels.u16(TASK_TOKENS),
      ends: kernels.u32(TASK_CELLS + 1),
    }));
  }

  static readonly bytes =
    TEXT_BYTES +
    TASKS * (12 * TASK_CELLS + 2 * WORD_TABLE + 16 * (MOST_WORDS + 1) + 2 * TASK_TOKENS + 128);

  /** Cuts cells into tasks, as many of them as there is room for. */
  cut(starts: Uint32Array, ends: Uint32Array): CellWords[] {
    const base = this.text.byteOffset;
    const cut: CellWords[] = [];
    for (let cell = 0; cell < starts.length && cut.length < TASKS; ) {
      const task = this.#tasks[cut.length]!;
      let count = 0;
      for (let bytes = 0; count < TASK_CELLS && cell < starts.length; count++, cell++) {
        bytes += ends[cell]! - starts[cell]!;
        if (count > 0 && bytes > TASK_BYTES) break;
        task.cells[2 * count] = base + starts[cell]!;
        task.cells[2 * count + 1] = base + ends[cell]!;
      }
      cut.push({ ...task, cells: task.cells.subarray(0, 2 * count) });
    }
    return cut;
  }
}

/** Cells whose words are being found. */
interface Scan {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Where the text lies in kernel memory. */
  readonly base: number;
  readonly tasks: readonly CellWords[];
  readonly finish: Finish;
}

/**
 * Turns many cells into term numbers as a `TermScanner` does, one after the other, with the help of other
 * threads: kernels find the words of some megabytes and number them within a task, so that each has to be
 * looked up and given its term once a task. Bytes beyond ASCII are left to the scanner.
 */
export class BulkScanner {
  readonly #scanner: TermScanner;
  readonly #threads: number;
  readonly #leastBytes: number;
  #kernels: Kernels | null = null;
  #letters: Uint8Array = LETTERS;
  #rooms: Room[] = [];
  #turn = 0;
  #scan: Scan | null = null;
  readonly #terms = new Int32Array(MOST_WORDS + 1);
  /** Terms of all cells that were taken in. */
  readonly tokens = new GrowableU32();
  /** End of each cell in `tokens`. */
  readonly ends = new GrowableU32();

  /** @param leastBytes texts that are shorter are scanned at once */
  constructor(scanner: TermScanner, threads: number, leastBytes = LEAST_BYTES) {
    this.#scanner = scanner;
    this.#threads = threads;
    this.#leastBytes = leastBytes;
  }

  /** Begins to scan cells; `bytes` must not change until the next call of a method has returned. */
  add(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array): void {
    const before = this.#scan;
    before?.finish();
    const small = bytes.length < this.#leastBytes || bytes.length > TEXT_BYTES;
    const scan = { bytes, starts, ends, base: 0, tasks: [], finish: () => {} };
    // With one room its words must be taken in before others are put there.
    if (before && this.#rooms.length === 1) this.#takeIn(before);
    this.#scan = small ? scan : this.#begin(scan);
    if (before && this.#rooms.length !== 1) this.#takeIn(before);
  }

  #begin(scan: Scan): Scan {
    this.#kernels ??= this.#open();
    const room = this.#rooms[this.#turn++ % this.#rooms.length]!;
    room.text.set(scan.bytes);
    const tasks = room.cut(scan.starts, scan.ends);
    const finish = this.#kernels.findWords(tasks, this.#letters);
    return { ...scan, base: room.text.byteOffset, tasks, finish };
  }

  #open(): Kernels {
    const rooms = this.#threads > 1 ? 2 : 1;
    const kernels = createKernels(rooms * Room.bytes + 512, this.#threads);
    this.#letters = kernels.u8(LETTERS.length);
    this.#letters.set(LETTERS);
    this.#rooms = Array.from({ length: rooms }, () => new Room(kernels));
    return kernels;
  }

  /** Appends the terms of cells whose words were found; scans those that were not. */
  #takeIn({ bytes, starts, ends, base, tasks }: Scan): void {
    let cell = 0;
    const scanUpTo = (end: number) => {
      for (; cell < end; cell++) {
        this.#scanner.scan(bytes, starts[cell]!, ends[cell]!, this.tokens);
        this.ends.push(this.tokens.length);
      }
    };
    for (const task of tasks) {
      const next = cell + task.cells.length / 2;
      this.#takeInTask(task, bytes, base);
      cell += task.ends[0]!;
      scanUpTo(next);
    }
    scanUpTo(starts.length);
  }

  #takeInTask({ records, tokens, ends }: CellWords, bytes: Uint8Array, base: number): void {
    const terms = this.#terms;
    const to = this.tokens;
    terms.fill(NOT_YET, 0, records[0]);
    let at = 0;
    for (let cell = 1; cell <= ends[0]!; cell++) {
      for (const end = ends[cell]!; at < end; at++) {
        const number = tokens[at]!;
        let term = terms[number]!;
        if (term === NOT_YET) {
          const record = 4 * number + 4;
          const [start, stop] = [records[record + 1]! - base, records[record + 2]! - base];
          const met = records[record + 3]!;
          if (met === 0) {
            this.#scanner.scan(bytes, start, stop, to);
            continue;
          }
          term = this.#scanner.addWord(bytes, start, stop, records[record]! | 0, met);
          terms[number] = term;
        }
        if (term !== STOP_WORD) to.push(term);
      }
      this.ends.push(to.length);
    }
  }

  /** Ends the last scan and the threads. */
  finish(): void {
    const last = this.#scan;
    last?.finish();
    if (last) this.#takeIn(last);
    this.#scan = null;
    this.close();
  }

  /** Ends the threads where nobody wants the terms any more. */
  close(): void {
    this.#kernels?.close();
  }
}
