import { i32, u8, u32 } from '../kernels/arena.ts';
import type { Kernels, TextCodes } from '../kernels/build-kernels.ts';
import { createKernels } from '../kernels/kernels.ts';
import { SPAN } from '../kernels/structures.ts';
import type { Finish } from '../kernels/team.ts';
import { GrowableBytes } from './growable.ts';
import type { TokenEncoder } from './token-table.ts';

/** Largest batch for the kernels, in bytes and texts. Larger batches are encoded without kernels. */
const MAX_BATCH_BYTES = 8 << 20;
const MAX_BATCH_TEXTS = 1 << 18;
const TASK_BYTES = 1 << 16;
/** Smaller batches are done sooner than threads start. */
const MIN_THREADED_BYTES = 1 << 18;

/** Receives the codes of one text, which are valid during the call. */
export type CodeSink = (codes: Uint8Array) => void;

/** A batch of texts that is being encoded. Tasks are in the order of the texts. */
interface Encoding {
  readonly tasks: readonly TextCodes[];
  readonly finish: Finish;
}

/** Kernel memory for one batch of texts. */
class EncoderBuffers {
  readonly kernels: Kernels;
  readonly bytes: Uint8Array;
  readonly #texts: Uint32Array;
  readonly #codes: Uint8Array;
  readonly #ends: Uint32Array;
  readonly trie: ReturnType<TokenEncoder['tables']>;

  constructor(encoder: TokenEncoder, threads: number) {
    const { states, tokens } = encoder.tables();
    const { kernels, arrays } = createKernels(
      {
        bytes: u8(MAX_BATCH_BYTES),
        codes: u8(2 * MAX_BATCH_BYTES),
        texts: u32(SPAN.length * MAX_BATCH_TEXTS),
        ends: u32(MAX_BATCH_TEXTS),
        trie: { states: u32(states.length), tokens: i32(tokens.length) },
      },
      threads,
    );
    this.kernels = kernels;
    this.bytes = arrays.bytes;
    this.#codes = arrays.codes;
    this.#texts = arrays.texts;
    this.#ends = arrays.ends;
    this.trie = arrays.trie;
    this.trie.states.set(states);
    this.trie.tokens.set(tokens);
  }

  /** Divides a batch into tasks. */
  cut(starts: Uint32Array, ends: Uint32Array): TextCodes[] {
    const base = this.bytes.byteOffset;
    const tasks: TextCodes[] = [];
    let before = 0;
    for (let text = 0; text < starts.length; ) {
      const first = text;
      let bytes = 0;
      for (; text < starts.length && bytes < TASK_BYTES; text++) {
        this.#texts[SPAN.length * text + SPAN.start] = base + starts[text]!;
        this.#texts[SPAN.length * text + SPAN.end] = base + ends[text]!;
        bytes += ends[text]! - starts[text]!;
      }
      tasks.push({
        texts: this.#texts.subarray(SPAN.length * first, SPAN.length * text),
        codes: this.#codes.subarray(2 * before, 2 * (before + bytes)),
        ends: this.#ends.subarray(first, text),
      });
      before += bytes;
    }
    return tasks;
  }
}

/** Encodes many texts as token codes, using several threads. */
export class BulkEncoder {
  readonly #encoder: TokenEncoder;
  readonly #threads: number;
  readonly #sink: CodeSink;
  readonly #minThreadedBytes: number;
  readonly #codes = new GrowableBytes();
  #buffers: EncoderBuffers | null = null;
  #encoding: Encoding | null = null;

  /**
   * @param sink receives the codes of all texts in order
   * @param minThreadedBytes smaller batches are encoded on the calling thread
   */
  constructor(
    encoder: TokenEncoder,
    threads: number,
    sink: CodeSink,
    minThreadedBytes: number = MIN_THREADED_BYTES,
  ) {
    this.#encoder = encoder;
    this.#threads = threads;
    this.#sink = sink;
    this.#minThreadedBytes = minThreadedBytes;
  }

  /** Emits the codes of the previous batch and starts encoding the given texts, which must not overlap. */
  add(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array): void {
    this.#emitPending();
    const fits = bytes.length <= MAX_BATCH_BYTES && starts.length <= MAX_BATCH_TEXTS;
    if (fits && bytes.length >= this.#minThreadedBytes) {
      this.#encoding = this.#begin(bytes, starts, ends);
      return;
    }
    starts.forEach((start, i) => {
      this.#codes.length = 0;
      this.#encoder.encode(bytes, start, ends[i]!, this.#codes);
      this.#sink(this.#codes.view());
    });
  }

  #begin(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array): Encoding {
    this.#buffers ??= new EncoderBuffers(this.#encoder, this.#threads);
    const buffers = this.#buffers;
    buffers.bytes.set(bytes);
    const tasks = buffers.cut(starts, ends);
    return { tasks, finish: buffers.kernels.encodeTexts(tasks, buffers.trie) };
  }

  #emitPending(): void {
    if (!this.#encoding) return;
    const { tasks, finish } = this.#encoding;
    finish();
    for (const { codes, ends } of tasks) {
      let at = 0;
      for (let i = 0; i < ends.length; i++) {
        const stop = ends[i]! - codes.byteOffset;
        this.#sink(codes.subarray(at, stop));
        at = stop;
      }
    }
    this.#encoding = null;
  }

  /** Emits the last codes and stops the threads. */
  finish(): void {
    this.#emitPending();
    this.close();
  }

  /** Stops the threads without emitting the pending codes. */
  close(): void {
    this.#buffers?.kernels.close();
  }
}
