/**
 * ZIP archives whose files are stored as they are, which makes one dataset of several files (ADR 083). Written piece by piece: what
 * stands before a file follows from its name alone, and its checksum follows its content (APPNOTE.TXT 6.3.10, bit 3).
 */

export interface StoredFile {
  name: string;
  sizeBytes: number;
  /** CRC-32 of its content. */
  crc: number;
}

/** A name in UTF-8. */
const bytesOf = (name: string): Uint8Array =>
  Uint8Array.from(
    encodeURIComponent(name.toWellFormed()).replace(/%../g, (byte) =>
      String.fromCharCode(Number.parseInt(byte.slice(1), 16)),
    ),
    (character) => character.charCodeAt(0),
  );

/** Sizes and offsets from here on need the fields of ZIP64. */
const zip64From = 0xffff_ffff;
/** UTF-8 names; sizes and checksum follow the content. */
const flags = 0x0808;
/** 1980-01-01, the first day there is: the same files make the same archive. */
const firstDay = 0x0021;

/** Fields of two, four or eight bytes, little-endian. */
function fields(...values: readonly [size: 2 | 4 | 8, value: number][]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else if (size === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += size;
  }
  return bytes;
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const isLarge = ({ sizeBytes }: Pick<StoredFile, 'sizeBytes'>) => sizeBytes >= zip64From;

/** What stands before the content of a file. */
export function localHeader(name: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(name);
  const head = fields(
    [4, 0x0403_4b50],
    [2, 45],
    [2, flags],
    [2, 0],
    [2, 0],
    [2, firstDay],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, bytes.length],
    [2, 0],
  );
  return joined(head, bytes);
}

/** What follows the content of a file. */
export function descriptorOf(file: StoredFile): Uint8Array<ArrayBuffer> {
  const size = isLarge(file) ? 8 : 4;
  return fields([4, 0x0807_4b50], [4, file.crc], [size, file.sizeBytes], [size, file.sizeBytes]);
}

/** Bytes of a file with what stands before and after it. */
export const storedBytes = ({ name, sizeBytes }: Omit<StoredFile, 'crc'>): number =>
  localHeader(name).length + sizeBytes + descriptorOf({ name, sizeBytes, crc: 0 }).length;

/** The list of all files, with which an archive ends. */
export function directoryOf(files: readonly StoredFile[]): Uint8Array<ArrayBuffer> {
  const entries: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const { crc, sizeBytes } = file;
    const name = bytesOf(file.name);
    const isBig = isLarge(file) || offset >= zip64From;
    const extra = isBig
      ? fields([2, 1], [2, 24], [8, sizeBytes], [8, sizeBytes], [8, offset])
      : fields();
    const shown = isBig ? zip64From : sizeBytes;
    const entry = fields(
      [4, 0x0201_4b50],
      [2, 45],
      [2, 45],
      [2, flags],
      [2, 0],
      [2, 0],
      [2, firstDay],
      [4, crc],
      [4, shown],
      [4, shown],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, isBig ? zip64From : offset],
    );
    entries.push(entry, name, extra);
    offset += storedBytes(file);
  }
  const list = joined(...entries);
  const count = files.length;
  const needs64 = offset + list.length >= zip64From || count >= 0xffff;
  const end64 = needs64
    ? fields(
        [4, 0x0606_4b50],
        [8, 44],
        [2, 45],
        [2, 45],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, list.length],
        [8, offset],
        // Where this record stands.
        [4, 0x0706_4b50],
        [4, 0],
        [8, offset + list.length],
        [4, 1],
      )
    : fields();
  const end = fields(
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, needs64 ? 0xffff : count],
    [2, needs64 ? 0xffff : count],
    [4, needs64 ? zip64From : list.length],
    [4, needs64 ? zip64From : offset],
    [2, 0],
  );
  return joined(list, end64, end);
}

const crcTable = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/**
 * CRC-32 of bytes that follow others.
 * @param before CRC-32 of the bytes before them
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) crc = crcTable[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Names that are all different: the second `a.csv` becomes `a (2).csv`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.indexOf('.', 1);
    const [stem, ending] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${stem} (${n})${ending}`;
    taken.add(free);
    return free;
  });
}

/** The name of the dataset that several files become. */
export function archiveName(names: readonly string[]): string {
  const [first = 'files'] = names;
  return `${first.replace(/\..*$/, '')}-and-${names.length - 1}-more.zip`;
}

export const isZipName = (name: string): boolean => /\.zip$/i.test(name);

/** A name that somebody typed for an archive, which need not say that it is one. */
export function zipName(typed: string): string {
  const name = typed.trim();
  return isZipName(name) ? name : `${name}.zip`;
}
