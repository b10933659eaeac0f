import { MAX_WORD } from '../kernels/structures.ts';
import { findWords, isUnspacedText } from './find-words.ts';
import { foldWord, stripAccents } from './tokenize.ts';

/**
 * Turns what `findWords` finds into words as conditions compare them: words of scripts with spaces as they are, and each
 * character of a run in a script without.
 */
export class WordSplitter {
  readonly #bytes: Uint8Array;
  readonly #emit: (start: number, end: number, isAscii: boolean) => void;
  #start = -1;
  #end = -1;
  #isRun = false;

  constructor(bytes: Uint8Array, emit: (start: number, end: number, isAscii: boolean) => void) {
    this.#bytes = bytes;
    this.#emit = emit;
  }

  add(start: number, end: number, isAscii: boolean): void {
    if (isAscii) {
      this.finish();
      this.#emit(start, end, true);
      return;
    }
    // Pairs of characters overlap.
    if (start < this.#end) {
      this.#emit(this.#start, start, false);
      this.#isRun = true;
    } else {
      this.finish();
      this.#isRun = isUnspacedText(this.#bytes, start, end);
    }
    this.#start = start;
    this.#end = end;
  }

  /** Emits what the last word is waiting for. */
  finish(): void {
    if (this.#end < 0) return;
    const [start, end] = [this.#start, this.#end];
    this.#end = -1;
    if (!this.#isRun) {
      this.#emit(start, end, false);
      return;
    }
    for (let at = start; at < end; ) {
      let next = at + 1;
      while (next < end && (this.#bytes[next]! & 0xc0) === 0x80) next++;
      this.#emit(at, next, false);
      at = next;
    }
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A word as conditions compare it: in lower case, without accents. */
export const exactForm = (word: string): string => stripAccents(foldWord(word));

/** The words of a text in order, as conditions compare them. `end` is the byte after the word in UTF-8. */
export function exactWords(
  text: string,
): { readonly word: string; readonly isBeginning: boolean }[] {
  const bytes = encoder.encode(text);
  const words: { word: string; isBeginning: boolean }[] = [];
  const splitter = new WordSplitter(bytes, (start, end) => {
    const word = exactForm(decoder.decode(bytes.subarray(start, end)).slice(0, MAX_WORD));
    words.push({ word, isBeginning: bytes[end] === ASTERISK });
  });
  findWords(bytes, 0, bytes.length, (start, end, isAscii) => splitter.add(start, end, isAscii));
  splitter.finish();
  return words;
}

const ASTERISK = 42;
