import { GrowableU32 } from '../file/growable.ts';
import { type Arrays, u8, u16, u32 } from '../kernels/arena.ts';
import type { CellWords, Kernels } from '../kernels/build-kernels.ts';
import { createKernels } from '../kernels/kernels.ts';
import { MAX_WORDS, SPAN, WORD, WORD_TABLE } from '../kernels/structures.ts';
import type { Finish } from '../kernels/team.ts';
import { blankMarkup, LETTERS } from './find-words.ts';
import { STOP_WORD, type TermScanner } from './term-scanner.ts';
import { NO_TERM_YET } from './word-table.ts';

/** Largest batch for the kernels. Longer texts are scanned without kernels. */
const MAX_BATCH_BYTES = 8 << 20;
/** Text of a task, large enough that most words occur repeatedly. */
const TASK_BYTES = 1 << 20;
const TASK_CELLS = 1 << 16;
const TASKS = 8;
/** Upper bound: a word and its separator have two bytes, and every cell may end with a word. */
const TASK_TOKENS = (TASK_BYTES + TASK_CELLS) / 2;
/** Smaller batches are done sooner than threads start. */
const MIN_THREADED_BYTES = 1 << 18;

const TASK_LAYOUT = {
  cells: u32(SPAN.length * TASK_CELLS),
  table: u16(WORD_TABLE),
  records: u32(WORD.length * (MAX_WORDS + 1)),
  tokens: u16(TASK_TOKENS),
  ends: u32(TASK_CELLS + 1),
};

/** Kernel memory for one batch. */
const BATCH_LAYOUT = {
  text: u8(MAX_BATCH_BYTES),
  tasks: Array.from({ length: TASKS }, () => TASK_LAYOUT),
};

type BatchMemory = Arrays<typeof BATCH_LAYOUT>;

/** Divides cells into tasks. Cells beyond the last task are not included. */
function cut({ text, tasks }: BatchMemory, starts: Uint32Array, ends: Uint32Array): CellWords[] {
  const base = text.byteOffset;
  const used: CellWords[] = [];
  for (let cell = 0; cell < starts.length && used.length < TASKS; ) {
    const task = tasks[used.length]!;
    let count = 0;
    for (let bytes = 0; count < TASK_CELLS && cell < starts.length; count++, cell++) {
      bytes += ends[cell]! - starts[cell]!;
      if (count > 0 && bytes > TASK_BYTES) break;
      task.cells[SPAN.length * count + SPAN.start] = base + starts[cell]!;
      task.cells[SPAN.length * count + SPAN.end] = base + ends[cell]!;
    }
    used.push({ ...task, cells: task.cells.subarray(0, SPAN.length * count) });
  }
  return used;
}

/** A batch whose words are being found. */
interface Scan {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Language of each cell; undefined if there is only one. */
  readonly languages: Uint8Array | undefined;
  /** Address of the text in kernel memory. */
  readonly base: number;
  readonly tasks: readonly CellWords[];
  readonly finish: Finish;
}

/**
 * Turns many cells into term numbers, like `TermScanner`, using several threads. Kernels find the words
 * of a batch and number the distinct words of each task, so that each distinct word is looked up once per
 * task. Words beyond ASCII and very long ones are left to the scanner.
 */
export class BulkScanner {
  readonly #scanner: TermScanner;
  readonly #threads: number;
  readonly #minThreadedBytes: number;
  #kernels: Kernels | null = null;
  #letters: Uint8Array = LETTERS;
  #memories: readonly BatchMemory[] = [];
  #turn = 0;
  #scan: Scan | null = null;
  /** Terms of the words of a task, by language. */
  readonly #terms: readonly Int32Array[];
  /** Terms of all processed cells. */
  readonly tokens = new GrowableU32();
  /** End of each cell in `tokens`. */
  readonly ends = new GrowableU32();
  /** Exact forms of all words of all processed cells, if they are wanted, and the end of each cell in them. */
  readonly forms: GrowableU32 | null;
  readonly formEnds = new GrowableU32();
  readonly #formOf = new Uint32Array(MAX_WORDS + 1);

  /**
   * @param minThreadedBytes smaller batches are scanned on the calling thread
   * @param hasForms whether exact forms are wanted; then the scanner has them, too
   */
  constructor(
    scanner: TermScanner,
    threads: number,
    minThreadedBytes = MIN_THREADED_BYTES,
    hasForms = false,
  ) {
    this.#scanner = scanner;
    this.#threads = threads;
    this.#minThreadedBytes = minThreadedBytes;
    this.forms = hasForms ? new GrowableU32() : null;
    this.#terms = Array.from({ length: scanner.languages }, () => new Int32Array(MAX_WORDS + 1));
  }

  #endCell(): void {
    this.ends.push(this.tokens.length);
    if (this.forms) this.formEnds.push(this.forms.length);
  }

  /**
   * Starts scanning cells. `bytes` must not change until the next method call has returned.
   * @param languages of the cells, if the scanner has several
   */
  add(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array, languages?: Uint8Array): void {
    const before = this.#scan;
    before?.finish();
    const small = bytes.length < this.#minThreadedBytes || bytes.length > MAX_BATCH_BYTES;
    const scan = { bytes, starts, ends, languages, base: 0, tasks: [], finish: () => {} };
    // A single buffer must be read before it is overwritten.
    if (before && this.#memories.length === 1) this.#appendTerms(before);
    this.#scan = small ? scan : this.#begin(scan);
    if (before && this.#memories.length !== 1) this.#appendTerms(before);
  }

  #begin(scan: Scan): Scan {
    this.#kernels ??= this.#open();
    const memory = this.#memories[this.#turn++ % this.#memories.length]!;
    memory.text.set(scan.bytes);
    blankMarkup(scan.bytes, scan.starts, scan.ends, memory.text);
    const tasks = cut(memory, scan.starts, scan.ends);
    const finish = this.#kernels.findWords(tasks, this.#letters);
    return { ...scan, base: memory.text.byteOffset, tasks, finish };
  }

  #open(): Kernels {
    const batches = Array.from({ length: this.#threads > 1 ? 2 : 1 }, () => BATCH_LAYOUT);
    const { kernels, arrays } = createKernels(
      { letters: u8(LETTERS.length), batches },
      this.#threads,
    );
    this.#letters = arrays.letters;
    this.#letters.set(LETTERS);
    this.#memories = arrays.batches;
    return kernels;
  }

  /** Appends the terms of a finished batch. Scans the cells that the kernels skipped. */
  #appendTerms({ bytes, starts, ends, languages, base, tasks }: Scan): void {
    let cell = 0;
    const scanUpTo = (end: number) => {
      for (; cell < end; cell++) {
        this.#scanner.speak(languages?.[cell] ?? 0);
        this.#scanner.scan(bytes, starts[cell]!, ends[cell]!, this.tokens, this.forms);
        this.#endCell();
      }
    };
    for (const task of tasks) {
      const next = cell + task.cells.length / SPAN.length;
      this.#appendTask(task, bytes, base, languages?.subarray(cell));
      cell += task.ends[0]!;
      scanUpTo(next);
    }
    scanUpTo(starts.length);
  }

  #appendTask(
    { records, tokens, ends }: CellWords,
    bytes: Uint8Array,
    base: number,
    languages: Uint8Array | undefined,
  ): void {
    const to = this.tokens;
    const forms = this.forms;
    const formOf = this.#formOf;
    if (this.#terms.length === 1) {
      this.#scanner.addKnown(bytes, records, base, this.#terms[0]!, formOf);
    } else for (const terms of this.#terms) terms.fill(NO_TERM_YET, 0, records[0]);
    let at = 0;
    for (let cell = 1; cell <= ends[0]!; cell++) {
      const language = languages?.[cell - 1] ?? 0;
      const terms = this.#terms[language]!;
      this.#scanner.speak(language);
      const end = ends[cell]!;
      while (at < end) {
        // Nearly all words are known: they are copied without a call for each.
        const found = to.reserve(end - at);
        let next = to.length;
        const first = at;
        for (; at < end; at++) {
          const term = terms[tokens[at]!]!;
          if (term >= 0) found[next++] = term;
          else if (term !== STOP_WORD) break;
        }
        to.length = next;
        if (forms) {
          const foundForms = forms.reserve(at - first);
          next = forms.length;
          for (let i = first; i < at; i++) foundForms[next++] = formOf[tokens[i]!]!;
          forms.length = next;
        }
        if (at === end) break;
        const number = tokens[at]!;
        const record = WORD.length * (number + 1);
        const start = records[record + WORD.start]! - base;
        const stop = records[record + WORD.end]! - base;
        const occurrences = records[record + WORD.occurrences]!;
        if (occurrences === 0) {
          this.#scanner.scan(bytes, start, stop, to, forms);
          at++;
          continue;
        }
        terms[number] = this.#scanner.addWord(
          bytes,
          start,
          stop,
          records[record + WORD.hash]! | 0,
          occurrences,
        );
        formOf[number] = this.#scanner.lastForm;
      }
      this.#endCell();
    }
  }

  /** Finishes the last batch and stops the threads. */
  finish(): void {
    const last = this.#scan;
    last?.finish();
    if (last) this.#appendTerms(last);
    this.#scan = null;
    this.close();
  }

  /** Stops the threads without finishing. */
  close(): void {
    this.#kernels?.close();
  }
}
