import { MAX_MARKUP } from '../kernels/structures.ts';
import { IN_LOWER_CASE } from './word-table.ts';

const SPACE = 32;
const LESS_THAN = 60;
const GREATER_THAN = 62;
const AMPERSAND = 38;
const SEMICOLON = 59;
const HASH_SIGN = 35;

const NON_ASCII = 1;
const FIRST_LETTER = 2;
/** For each byte: 0 if it ends a word, NON_ASCII if it is not ASCII, else its lower case. */
export const LETTERS = IN_LOWER_CASE.map((lower, byte) => {
  if (byte > 127) return NON_ASCII;
  return isDigit(byte) || isLetter(byte) ? lower : 0;
});

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
/** Emoji, each of which is a word. Signs of texts such as ™ and ▪ are none, nor are modifiers of colour. */
const EMOJI =
  /(?!\p{Emoji_Modifier})(?:\p{Emoji_Presentation}|(?=[\u2600-\u{10ffff}])\p{Extended_Pictographic})/u;
/** Scripts without spaces between words. They are split into overlapping character pairs. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const UNKNOWN_KIND = 255;
const KINDS = new Uint8Array(0x110000).fill(UNKNOWN_KIND);

const EMOJI_KIND = 3;

/** Kind of a code point: 0 separator, 1 word character, 2 word character of a script without spaces, 3 emoji. */
function characterKind(code: number): number {
  let kind = KINDS[code]!;
  if (kind === UNKNOWN_KIND) {
    const character = String.fromCodePoint(code);
    if (EMOJI.test(character)) kind = EMOJI_KIND;
    else if (!WORD_CHARACTER.test(character)) kind = 0;
    else kind = UNSPACED.test(character) ? 2 : 1;
    KINDS[code] = kind;
  }
  return kind;
}

const isWordKind = (kind: number) => kind === 1 || kind === 2;

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

function isLetter(byte: number): boolean {
  return (byte | 32) >= 97 && (byte | 32) <= 122;
}

const isHexDigit = (byte: number) => isDigit(byte) || ((byte | 32) >= 97 && (byte | 32) <= 102);
/** Number of bytes of the code point that starts with this byte. */
const sequenceLength = (byte: number) => (byte < 128 ? 1 : byte < 224 ? 2 : byte < 240 ? 3 : 4);

/** The code point at `i` of valid UTF-8. */
function codePointAt(bytes: Uint8Array, i: number): number {
  const first = bytes[i]!;
  if (first < 128) return first;
  if (first < 224) return ((first & 31) << 6) | (bytes[i + 1]! & 63);
  const second = bytes[i + 1]! & 63;
  const third = bytes[i + 2]! & 63;
  if (first < 240) return ((first & 15) << 12) | (second << 6) | third;
  return ((first & 7) << 18) | (second << 12) | (third << 6) | (bytes[i + 3]! & 63);
}

/** Whether a part of a text has a character of a script without spaces. */
export function isUnspacedText(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += sequenceLength(bytes[at]!)) {
    if (characterKind(codePointAt(bytes, at)) === 2) return true;
  }
  return false;
}

/** Number of consecutive bytes from `i` that pass a test, at most `most`. */
function countWhile(
  bytes: Uint8Array,
  i: number,
  end: number,
  most: number,
  test: (byte: number) => boolean,
): number {
  let n = 0;
  while (n < most && i + n < end && test(bytes[i + n]!)) n++;
  return n;
}

/** Length of the markup tag at `i`, or 0. */
function tagLength(bytes: Uint8Array, i: number, end: number): number {
  const first = i + 1 < end ? bytes[i + 1]! : 0;
  if (!isLetter(first) && first !== 47 && first !== 33) return 0;
  let units = 2;
  for (let j = i + 2; j < end && units < MAX_MARKUP; j++) {
    const byte = bytes[j]!;
    if (byte === GREATER_THAN) return j + 1 - i;
    if (byte === LESS_THAN) return 0;
    if (byte < 128 || byte >= 192) units += byte >= 240 ? 2 : 1;
  }
  return 0;
}

/** Length of the character reference at `i`, or 0. */
function referenceLength(bytes: Uint8Array, i: number, end: number): number {
  let at = i + 1;
  let found: number;
  if (bytes[at] !== HASH_SIGN) {
    found = countWhile(bytes, at, end, 8, isLetter);
    if (found < 2) return 0;
  } else if ((bytes[at + 1]! | 32) === 120) {
    at += 2;
    found = countWhile(bytes, at, end, 6, isHexDigit);
  } else {
    at += 1;
    found = countWhile(bytes, at, end, 7, isDigit);
  }
  at += found;
  return found > 0 && at < end && bytes[at] === SEMICOLON ? at + 1 - i : 0;
}

const MARKUP = [
  [LESS_THAN, tagLength],
  [AMPERSAND, referenceLength],
] as const;

/** Writes spaces over the markup of cells, into a copy of their bytes. */
export function blankMarkup(
  bytes: Uint8Array,
  starts: Uint32Array,
  ends: Uint32Array,
  copy: Uint8Array,
): void {
  // Buffers look for a byte several times as fast.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const signs = MARKUP.filter(([sign]) => buffer.includes(sign));
  for (let cell = 0; cell < starts.length && signs.length > 0; cell++) {
    const start = starts[cell]!;
    const text = buffer.subarray(start, ends[cell]);
    for (const [sign, lengthOf] of signs) {
      for (let i = text.indexOf(sign); i >= 0; i = text.indexOf(sign, i + 1)) {
        copy.fill(SPACE, start + i, start + i + lengthOf(text, i, text.length));
      }
    }
  }
}

/** Length of an apostrophe-s at `i` that ends a word, or 0. */
function possessiveLength(bytes: Uint8Array, i: number, end: number): number {
  if (i >= end) return 0;
  let at = i;
  if (bytes[at] === 39) at++;
  else if (bytes[at] === 0xe2 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0x99) at += 3;
  else return 0;
  if (at >= end || (bytes[at]! | 32) !== 115) return 0;
  at++;
  return at >= end || LETTERS[bytes[at]!] === 0 ? at - i : 0;
}

/** Length of the mark at `i` that only chooses the form of the emoji before it (U+FE0F), or 0. */
const variationLength = (bytes: Uint8Array, i: number, end: number): number =>
  i + 2 < end && bytes[i] === 0xef && bytes[i + 1] === 0xb8 && bytes[i + 2] === 0x8f ? 3 : 0;

/** Receives a word: its first byte, the byte after its last one, and whether it is ASCII. */
type FoundWord = (start: number, end: number, isAscii: boolean) => void;

/** Overlapping pairs of characters; a single character is a word. */
function findPairs(bytes: Uint8Array, start: number, end: number, found: FoundWord): void {
  let first = start;
  let second = start + sequenceLength(bytes[start]!);
  if (second === end) found(start, end, false);
  while (second < end) {
    const next = second + sequenceLength(bytes[second]!);
    found(first, next, false);
    first = second;
    second = next;
  }
}

/** A word with characters beyond ASCII, or its pairs. Returns its end. */
function findOther(bytes: Uint8Array, start: number, end: number, found: FoundWord): number {
  let at = start;
  let isUnspaced = false;
  while (at < end) {
    const kind = characterKind(codePointAt(bytes, at));
    if (!isWordKind(kind)) break;
    if (kind === 2) isUnspaced = true;
    at += sequenceLength(bytes[at]!);
  }
  if (isUnspaced) findPairs(bytes, start, at, found);
  else found(start, at, false);
  return at;
}

/**
 * Finds the words of a text in UTF-8: runs of letters, digits and marks in any script, and each emoji. Drops apostrophe-s, skips
 * markup, and splits scripts without spaces into character pairs. `findWords` of kernels/assembly does the same for
 * ASCII without markup.
 */
export function findWords(bytes: Uint8Array, start: number, end: number, found: FoundWord): void {
  let i = start;
  while (i < end) {
    const byte = bytes[i]!;
    const kind = byte > 127 ? characterKind(codePointAt(bytes, i)) : 1;
    if (kind === 0 || kind === EMOJI_KIND) {
      const next = i + sequenceLength(byte);
      if (kind === EMOJI_KIND) found(i, next, false);
      i = kind === EMOJI_KIND ? next + variationLength(bytes, next, end) : next;
      continue;
    }
    if (LETTERS[byte] === 0) {
      let markup = 0;
      if (byte === LESS_THAN) markup = tagLength(bytes, i, end);
      else if (byte === AMPERSAND) markup = referenceLength(bytes, i, end);
      i += markup || 1;
      continue;
    }
    let at = i;
    while (at < end && LETTERS[bytes[at]!]! >= FIRST_LETTER) at++;
    if (at < end && bytes[at]! > 127 && isWordKind(characterKind(codePointAt(bytes, at)))) {
      at = findOther(bytes, i, end, found);
    } else found(i, at, true);
    i = at + possessiveLength(bytes, at, end);
  }
}
