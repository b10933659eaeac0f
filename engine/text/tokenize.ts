import { MAX_MARKUP, MAX_WORD } from '../kernels/structures.ts';

/** Receives a folded word with its offsets in the text. */
export type WordSink = (word: string, start: number, end: number) => void;

const CODE_LOWER = 32;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
/** Scripts without spaces between words. They are split into overlapping character pairs. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Kind of each ASCII character: 0 separator, 1 lower-case letter or digit, 2 upper-case letter. */
export const ASCII_KIND = new Uint8Array(128);
for (let c = 48; c <= 57; c++) ASCII_KIND[c] = 1;
for (let c = 97; c <= 122; c++) ASCII_KIND[c] = 1;
for (let c = 65; c <= 90; c++) ASCII_KIND[c] = 2;

/** A letter with accents or vowel points. (Marks of Indic and Thai scripts belong to the word.) */
const ACCENTED =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu;

const UNKNOWN_KIND = 255;
const KINDS = new Uint8Array(0x110000).fill(UNKNOWN_KIND);

/** Kind of a code point: 0 separator, 1 word character, 2 word character of a script without spaces. */
export function characterKind(code: number): number {
  let kind = KINDS[code]!;
  if (kind === UNKNOWN_KIND) {
    const character = String.fromCodePoint(code);
    kind = WORD_CHARACTER.test(character) ? (UNSPACED.test(character) ? 2 : 1) : 0;
    KINDS[code] = kind;
  }
  return kind;
}

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

function emitUnspaced(text: string, start: number, end: number, sink: WordSink): void {
  const characters = Array.from(text.slice(start, end));
  if (characters.length === 1) sink(foldWord(characters[0]!), start, end);
  let at = start;
  for (let i = 0; i + 1 < characters.length; i++) {
    const pair = characters[i]! + characters[i + 1]!;
    sink(foldWord(pair), at, at + pair.length);
    at += characters[i]!.length;
  }
}

const TAG = /^<[a-z/!][^<>]*>/i;
const CHARACTER_REFERENCE = /^&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/i;

/** Length of the markup tag or character reference at `i`, or 0. */
function markupLength(text: string, i: number): number {
  const pattern = text.charCodeAt(i) === 60 ? TAG : CHARACTER_REFERENCE;
  return pattern.exec(text.slice(i, i + MAX_MARKUP))?.[0].length ?? 0;
}

/**
 * Splits a text into words in lower case: runs of letters, digits and marks in any script. Drops apostrophe-s, skips
 * markup, and splits scripts without spaces into character pairs. Words are truncated to 64 characters.
 */
export function tokenize(text: string, sink: WordSink): void {
  const length = text.length;
  let i = 0;
  while (i < length) {
    let code = text.charCodeAt(i);
    if (code < 128) {
      if (ASCII_KIND[code] === 0) {
        const markup = code === 60 || code === 38 ? markupLength(text, i) : 0;
        i += markup || 1;
        continue;
      }
    } else {
      code = text.codePointAt(i)!;
      if (characterKind(code) === 0) {
        i += code > 0xffff ? 2 : 1;
        continue;
      }
    }
    const start = i;
    let upper = false;
    let ascii = true;
    while (i < length) {
      const c = text.charCodeAt(i);
      if (c < 128) {
        const kind = ASCII_KIND[c]!;
        if (kind === 0) break;
        if (kind === 2) upper = true;
        i++;
      } else {
        const point = text.codePointAt(i)!;
        if (characterKind(point) === 0) break;
        ascii = false;
        i += point > 0xffff ? 2 : 1;
      }
    }
    const end = i;
    if (!ascii) {
      const raw = text.slice(start, end);
      if (UNSPACED.test(raw)) emitUnspaced(text, start, end, sink);
      else sink(foldWord(raw.slice(0, MAX_WORD)), start, end);
    } else {
      const raw = text.slice(start, Math.min(end, start + MAX_WORD));
      sink(upper ? raw.toLowerCase() : raw, start, end);
    }
    // Drop the possessive s of "nation's".
    const mark = text.charCodeAt(i);
    if ((mark === 39 || mark === 0x2019) && (text.charCodeAt(i + 1) | CODE_LOWER) === 115) {
      const after = text.charCodeAt(i + 2);
      if (Number.isNaN(after) || (after < 128 && ASCII_KIND[after] === 0)) i += 2;
    }
  }
}
