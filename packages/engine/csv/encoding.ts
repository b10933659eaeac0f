import { isUtf8 } from 'node:buffer';
import { DatasetError } from '../errors.ts';
import { refused } from '../formats/refused.ts';
import type { ByteSource } from '../source.ts';

/** Encodings that files are read in: names of the WHATWG Encoding Standard, which `TextDecoder` takes. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'macintosh',
  'x-mac-cyrillic',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;

export type Encoding = (typeof encodings)[number];

const HEAD_BYTES = 256 << 10;
const SLICE_BYTES = 64 << 10;
const SLICES = 15;
/** Bytes of lines with other characters than ASCII that the detector reads. */
const DETECTED_BYTES = 64 << 10;
/** Below this confidence, a guess of the detector rests on a few characters such as quotation marks. */
const UNSURE = 0.1;
/** Damaged characters of a file in UTF-8 are at most this share of its characters beyond ASCII. */
const DAMAGED_SHARE = 0.2;

const SIGNATURES: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'an Excel workbook with a password, or of before 2007' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
];

/** Maximum share of zero bytes in a text. */
const MOST_ZEROS = 0.001;

/** Message about a file without a table. */
export const EMPTY = 'The file is empty. Choose another one.';

/** Refuses files that are not text, naming what they are. */
function refuseOtherFormats(head: Uint8Array): void {
  if (head.length === 0) throw new DatasetError('empty_file', EMPTY);
  const known = SIGNATURES.find(({ bytes }) => startsWith(head, ...bytes));
  if (known) throw refused(known.what);
  // Programs leave single zero bytes in texts.
  if (head.filter((byte) => byte === 0).length > MOST_ZEROS * head.length) {
    throw refused('a binary file');
  }
}

const startsWith = (bytes: Uint8Array, ...prefix: number[]) =>
  prefix.every((byte, i) => bytes[i] === byte);

/**
 * Refuses UTF-32, which browsers and Node do not decode. Two of each four bytes are zero, but not of each four of
 * UTF-16.
 */
function refuseUtf32(head: Uint8Array): void {
  const start = head.subarray(0, Math.min(head.length, 4096) & ~3);
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i < start.length; i++) if (start[i] === 0) zeros[i & 3]!++;
  const units = start.length / 4;
  const [first, second, third, fourth] = zeros.map((count) => count > 0.9 * units);
  if (units === 0 || !((third && fourth) || (first && second))) return;
  throw new DatasetError(
    'wrong_encoding',
    'This file is in UTF-32, which is not read. Save it as CSV in UTF-8 and upload that.',
  );
}

/** Detects UTF-16 by its byte order mark, or by the zero in every second byte that most scripts cause. */
function detectUtf16(head: Uint8Array): Encoding | undefined {
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const zeros = [0, 0];
  const end = Math.min(head.length, 4096) & ~1;
  for (let i = 0; i < end; i++) if (head[i] === 0) zeros[i & 1]!++;
  const [even, odd] = zeros as [number, number];
  // In other scripts delimiters and line breaks alone are a twentieth of the characters.
  const minimum = Math.max(4, end / 40);
  if (odd > minimum && even < odd / 20) return 'utf-16le';
  if (even > minimum && odd < even / 20) return 'utf-16be';
  return undefined;
}

/** Lines that have other bytes than ASCII; a line that is cut at either end of a slice is left out. */
function otherLines(slices: readonly Uint8Array[]): Buffer[] {
  const lines: Buffer[] = [];
  let length = 0;
  for (const [s, slice] of slices.entries()) {
    const bytes = Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength);
    let start = s === 0 ? 0 : bytes.indexOf(10) + 1;
    while (start < bytes.length && length < DETECTED_BYTES) {
      const newline = bytes.indexOf(10, start);
      const end = newline < 0 ? bytes.length : newline + 1;
      const line = bytes.subarray(start, Math.min(end, start + DETECTED_BYTES - length));
      if (line.some((byte) => byte > 127)) {
        lines.push(line);
        length += line.length;
      }
      start = end;
    }
  }
  return lines;
}

/**
 * Whether lines are UTF-8 except for a few damaged lines or characters, as after joining files of two encodings.
 * Lines in another encoding are hardly ever UTF-8 by chance.
 */
function isMostlyUtf8(lines: readonly Buffer[]): boolean {
  if (lines.filter((line) => isUtf8(line)).length >= lines.length / 2) return true;
  const text = new TextDecoder('utf-8').decode(Buffer.concat(lines));
  let damaged = 0;
  let others = 0;
  for (const character of text) {
    if (character === '\ufffd') damaged++;
    else if (character > '\x7f') others++;
  }
  return damaged <= DAMAGED_SHARE * (damaged + others);
}

/** Score of how plausible a text's characters beyond ASCII are: letters within words, quotation marks around them. */
function plausibility(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return (
    count(/[A-Za-z][\u00df-\u00f6\u00f8-\u00ff]|[\u00df-\u00f6\u00f8-\u00ff][a-z]/g) +
    count(
      /[a-z]’[a-z]|(?<![^\s(,;"])[“‘£€][A-Za-z\d]|[\w.,!?][”’…](?!\w)|\s[–—•]\s|\d[–°]|\w[®™]/g,
    ) -
    count(/[a-z][\u00c0-\u00de\u0152\u0160\u017d]|[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\s]/gu)
  );
}

/** Windows encodings that contain all characters of an ISO encoding. */
const supersets: Partial<Record<Encoding, Encoding>> = {
  'iso-8859-2': 'windows-1250',
  'iso-8859-7': 'windows-1253',
  'iso-8859-15': 'windows-1252',
};

/** Whether letters of another script stand within Latin words. Then the encoding is a Latin one after all. */
function mixesScripts(text: string): boolean {
  const others = text.match(/(?!\p{Script=Latin})\P{ASCII}/gu)?.length ?? 0;
  const beside = text.match(/[a-z](?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}[a-z]/giu);
  return (beside?.length ?? 0) > others / 3;
}

async function detectByStatistics(bytes: Uint8Array): Promise<Encoding> {
  // Its models have 1 MB, so they are only loaded for files that need them.
  const { detect } = await import('jschardet');
  const { encoding, confidence } = detect(bytes);
  const found = encoding === null ? undefined : labelOf(encoding);
  const decoded = (label: Encoding) => new TextDecoder(label).decode(bytes);
  if (found && confidence >= UNSURE && !mixesScripts(decoded(found))) {
    const superset = supersets[found];
    return superset && decoded(superset) === decoded(found) ? superset : found;
  }
  const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((western) =>
    plausibility(decoded(western)),
  );
  return mac! > windows! ? 'macintosh' : 'windows-1252';
}

/** The Encoding Standard's name of an encoding, if files are read in it. */
function labelOf(name: string): Encoding | undefined {
  const renamed: Record<string, string> = {
    cp932: 'shift_jis',
    cp949: 'euc-kr',
    cp874: 'windows-874',
  };
  const label = name.toLowerCase().replace(/^mac-?/, 'x-mac-');
  try {
    const { encoding } = new TextDecoder(
      renamed[label] ?? (label === 'x-mac-roman' ? 'macintosh' : label),
    );
    return encodings.find((known) => known === encoding);
  } catch {
    return undefined;
  }
}

/** The beginning of a file and slices spread over the rest. */
async function sampleFile(source: ByteSource): Promise<Uint8Array[]> {
  const step = (source.sizeBytes - HEAD_BYTES) / SLICES;
  const offsets = Array.from({ length: SLICES }, (_, i) => Math.floor(HEAD_BYTES + i * step));
  const slices = step > 0 ? offsets.map((offset) => source.read(offset, SLICE_BYTES)) : [];
  return Promise.all([source.read(0, HEAD_BYTES), ...slices]);
}

/** Detects the encoding of a file from its first bytes and slices spread over the rest: by its byte order mark, by
 * the form of its bytes, else by statistics of languages.
 * @param suspects offsets of bytes that are not UTF-8, to look at too
 * @throws DatasetError `empty_file`, `not_csv`
 */
export async function detectEncoding(
  source: ByteSource,
  suspects: readonly number[] = [],
): Promise<Encoding> {
  const slices = await sampleFile(source);
  for (const offset of suspects) slices.push(await source.read(offset, SLICE_BYTES));
  refuseUtf32(slices[0]!);
  const utf16 = detectUtf16(slices[0]!);
  if (utf16) return utf16;
  refuseOtherFormats(slices[0]!);
  const lines = otherLines(slices);
  return isMostlyUtf8(lines) ? 'utf-8' : detectByStatistics(Buffer.concat(lines));
}
