import { MAX_WORD } from '../kernels/structures.ts';
import { findWords } from './find-words.ts';

/** Receives a folded word with its offsets in the text. */
export type WordSink = (word: string, start: number, end: number) => void;

/** A letter with accents or vowel points. (Marks of Indic and Thai scripts belong to the word.) */
const ACCENTED =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

/** Lower case without compatibility forms: "Ｆｉｎé" becomes "finé". */
export function foldWord(word: string): string {
  return word.normalize('NFKC').toLowerCase();
}

const ASCII_WORD = /^[\0-\x7f]*$/;

/** Without diacritics: "finé" becomes "fine". */
export function stripAccents(word: string): string {
  if (ASCII_WORD.test(word)) return word;
  return word.normalize('NFD').replace(ACCENTED, '$1').normalize('NFC');
}

const encoder = new TextEncoder();

/** For each byte of a text in UTF-8, the UTF-16 unit that it belongs to, and the end. */
function unitsOf(text: string, bytes: Uint8Array): Uint32Array {
  const units = new Uint32Array(bytes.length + 1);
  let unit = 0;
  for (let i = 0; i < bytes.length; i++) {
    units[i] = unit;
    const byte = bytes[i]!;
    // The first byte of a sequence counts its units: two of a sequence of four bytes.
    if (byte < 128 || byte >= 192) unit += byte >= 240 ? 2 : 1;
  }
  units[bytes.length] = text.length;
  return units;
}

/**
 * Splits a text into words in lower case, found by `findWords`. Words are truncated to 64 characters; their ends are
 * those of the whole words.
 */
export function tokenize(text: string, sink: WordSink): void {
  const bytes = encoder.encode(text);
  const units = bytes.length === text.length ? null : unitsOf(text, bytes);
  findWords(bytes, 0, bytes.length, (first, last, isAscii) => {
    const [start, end] = units ? [units[first]!, units[last]!] : [first, last];
    const word = text.slice(start, Math.min(end, start + MAX_WORD));
    sink(isAscii ? word.toLowerCase() : foldWord(word), start, end);
  });
}
