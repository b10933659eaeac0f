import { promisify } from 'node:util';
import { crc32, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type * as z from 'zod';
import { CorruptFileError } from '../errors.ts';
import { readRecord } from '../record.ts';
import type { ByteSource } from '../source.ts';

/**
 * The file format shared by models, segments, and lists of deleted rows.
 *
 *   0   u32  magic, differs by kind
 *   4   u32  format version
 *   8   u32  number of sections n
 *   12  u32  CRC-32 of the section table
 *   16  n × 48 bytes: name (24 bytes ASCII, zero padded), offset f64, length f64, crc u32, flags u32
 *   …   sections, each aligned to 16 bytes, little endian throughout. A packed section is its unpacked
 *       length as f64, followed by Zstandard data; its length and CRC-32 are those of the packed form
 *
 * Head sections come first: every search needs them, so they are read together with the table. A paged
 * section is read page by page; `paged-section.ts` describes the section that goes with it. All others are
 * read and verified as a whole on first use. The manifest has the same version: an index is accepted or
 * refused as a whole.
 */
export const FORMAT_VERSION = 11;
/** The oldest version that is read: pages and sections of it are longer, but tell that themselves. */
export const OLDEST_VERSION = 10;

/** Error text for a file of another format version, with what to do. */
export function versionMismatch(version: unknown): string {
  const remedy =
    Number(version) < OLDEST_VERSION
      ? 'build the index again from its dataset'
      : 'it needs a newer release of this software';
  return `format version ${version}; this release reads versions ${OLDEST_VERSION} to ${FORMAT_VERSION}: ${remedy}`;
}

/** First four bytes of a file, by kind: "ANTM", "ANTS" and "ANTD". */
export const MAGIC = { model: 0x4d544e41, segment: 0x53544e41, deleted: 0x44544e41 } as const;

/** Kind of a file. */
export type FileKind = keyof typeof MAGIC;

const HEAD_BYTES = 16;
const ENTRY_BYTES = 48;
const NAME_BYTES = 24;
/** Two thousand columns have two each. */
const MAX_SECTIONS = 4_200;
/** The section is read by ranges and contains its own checksums (row blocks). */
const FLAG_RANGED = 1;
/** The section is compressed with Zstandard. */
const FLAG_PACKED = 2;
/** The section is read together with the section table. */
const FLAG_HEAD = 4;
const PACKED_HEAD_BYTES = 8;

/** A section to be written. */
export interface SectionInput {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The section is read by ranges, and its checksums are elsewhere. */
  readonly ranged?: boolean;
  /** The section is compressed if that makes it clearly smaller. */
  readonly packed?: boolean;
  /** Every search needs the section. */
  readonly head?: boolean;
}

/**
 * Compresses bytes if that makes them clearly smaller: by an eighth, with the head of a packed section. Threads are given its text
 * (`runApart`), so it has no names from outside.
 */
export function compress(bytes: Uint8Array): Uint8Array | null {
  const compressed = process.getBuiltinModule('node:zlib').zstdCompressSync(bytes);
  return 8 + compressed.byteLength > (bytes.byteLength * 7) / 8 ? null : compressed;
}

/** Encodes a section: its bytes in the file, and its flags. */
function encodeSection({ bytes, ranged, packed, head }: SectionInput) {
  const flags = (head ? FLAG_HEAD : 0) | (ranged ? FLAG_RANGED : 0);
  const compressed = packed ? compress(bytes) : null;
  if (!compressed) return { bytes, flags };
  const whole = new Uint8Array(PACKED_HEAD_BYTES + compressed.byteLength);
  new DataView(whole.buffer).setFloat64(0, bytes.byteLength, true);
  whole.set(compressed, PACKED_HEAD_BYTES);
  return { bytes: whole, flags: flags | FLAG_PACKED };
}

/** A section of at most so many bytes is unpacked at once: to hand it to another thread takes twice the processor time. */
const UNPACKED_AT_ONCE = 1 << 20;

const decompress = promisify(zstdDecompress);

/** Decompresses a packed section. */
function unpack(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  const length = viewOf(bytes).getFloat64(0, true);
  const packed = bytes.subarray(PACKED_HEAD_BYTES);
  // One chunk for the whole output, so that zlib does not concatenate buffers.
  const options = { chunkSize: Math.max(64, length) };
  return length <= UNPACKED_AT_ONCE
    ? zstdDecompressSync(packed, options)
    : decompress(packed, options);
}

/** Views any typed array as its bytes without copying. */
export function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Views bytes as numbers of any size at any place. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const align = (offset: number) => Math.ceil(offset / 16) * 16;

/** Lays the sections out in one buffer, head sections first. */
export function writeContainer(kind: FileKind, inputs: readonly SectionInput[]): Uint8Array {
  const sections = [...inputs.filter(({ head }) => head), ...inputs.filter(({ head }) => !head)];
  let offset = align(HEAD_BYTES + sections.length * ENTRY_BYTES);
  const encoded = sections.map(encodeSection);
  const offsets = encoded.map(({ bytes }) => {
    const at = offset;
    offset = align(offset + bytes.byteLength);
    return at;
  });
  const out = new Uint8Array(offset);
  const view = new DataView(out.buffer);
  sections.forEach((section, i) => {
    const entry = HEAD_BYTES + i * ENTRY_BYTES;
    out.set(new TextEncoder().encode(section.name).subarray(0, NAME_BYTES), entry);
    view.setFloat64(entry + 24, offsets[i]!, true);
    const { bytes, flags } = encoded[i]!;
    view.setFloat64(entry + 32, bytes.byteLength, true);
    view.setUint32(entry + 40, section.ranged ? 0 : crc32(bytes), true);
    view.setUint32(entry + 44, flags, true);
    out.set(bytes, offsets[i]);
  });
  const table = out.subarray(HEAD_BYTES, HEAD_BYTES + sections.length * ENTRY_BYTES);
  view.setUint32(0, MAGIC[kind], true);
  view.setUint32(4, FORMAT_VERSION, true);
  view.setUint32(8, sections.length, true);
  view.setUint32(12, crc32(table), true);
  return out;
}

interface SectionEntry {
  readonly offset: number;
  readonly length: number;
  readonly crc: number;
  readonly packed: boolean;
  readonly head: boolean;
}

/** Bytes of a file whose section table and head sections are not known yet. */
const TABLE_BYTES = HEAD_BYTES + MAX_SECTIONS * ENTRY_BYTES;

/** An opened file: its table is verified, its sections are not read yet. */
export class Container {
  readonly #source: ByteSource;
  readonly #sections: ReadonlyMap<string, SectionEntry>;
  readonly #loaded = new Map<string, Promise<Uint8Array>>();
  readonly #derived = new Map<string, Promise<unknown>>();
  /** The beginning of the file, until its head sections are in use. */
  #head: Uint8Array | null;
  readonly fileName: string;
  /** CRC-32 of the section table, which identifies the whole content. */
  readonly crc: number;

  constructor(
    source: ByteSource,
    fileName: string,
    crc: number,
    sections: ReadonlyMap<string, SectionEntry>,
    head: Uint8Array,
  ) {
    this.#source = source;
    this.#sections = sections;
    this.#head = head;
    this.fileName = fileName;
    this.crc = crc;
  }

  /** See `ByteSource`. */
  get isLocal(): boolean {
    return this.#source.isLocal === true;
  }

  /** Bytes from the start of the file to the end of the head sections. */
  get headBytes(): number {
    const ends = Array.from(this.#sections.values(), ({ head, offset, length }) =>
      head ? offset + length : 0,
    );
    return Math.max(HEAD_BYTES + this.#sections.size * ENTRY_BYTES, ...ends);
  }

  /** Reads a part of the file, from memory if it is part of the head. */
  #read(offset: number, length: number): Uint8Array | Promise<Uint8Array> {
    const head = this.#head;
    return head && offset + length <= head.byteLength
      ? head.subarray(offset, offset + length)
      : this.#source.read(offset, length);
  }

  /** The error that says where the file is damaged. */
  corrupt(section: string, offset: number, detail: string): CorruptFileError {
    return new CorruptFileError(this.fileName, section, offset, detail);
  }

  #entry(name: string): SectionEntry {
    const entry = this.#sections.get(name);
    if (!entry) throw this.corrupt(name, 0, 'the section is missing');
    return entry;
  }

  /** The whole section, read and verified once. Its start is aligned for every typed array. */
  section(name: string): Promise<Uint8Array> {
    let loading = this.#loaded.get(name);
    if (!loading) {
      // A view of a larger buffer would keep all of it in memory.
      loading = this.#load(name, this.#entry(name)).then((bytes) =>
        bytes.byteLength < bytes.buffer.byteLength ? new Uint8Array(bytes) : bytes,
      );
      this.#loaded.set(name, loading);
      // A failed read may be a temporary network fault, so the next call tries again.
      loading.catch(() => this.#loaded.delete(name));
    }
    return loading;
  }

  /** Reads and verifies a section without caching it, for callers that copy or convert it. */
  take(name: string): Promise<Uint8Array> {
    return this.#loaded.get(name) ?? this.#load(name, this.#entry(name));
  }

  /**
   * Reads and verifies a section into the caller's memory, which must have exactly the unpacked size of
   * the section.
   */
  async readInto(name: string, target: Uint8Array): Promise<void> {
    const entry = this.#entry(name);
    if (entry.packed || entry.head || !this.#source.readInto) {
      const bytes = await this.take(name);
      if (bytes.byteLength !== target.byteLength) {
        throw this.corrupt(name, entry.offset, 'of an unexpected length');
      }
      target.set(bytes);
      return;
    }
    const length = await this.#source.readInto(entry.offset, target);
    this.#verify(name, entry, target.subarray(0, length));
  }

  async #load(name: string, entry: SectionEntry): Promise<Uint8Array> {
    const read = await this.#read(entry.offset, entry.length);
    this.#verify(name, entry, read);
    const bytes = entry.packed ? await unpack(read) : read;
    return bytes.byteOffset % 16 === 0 ? bytes : new Uint8Array(bytes);
  }

  #verify(name: string, { offset, length, crc }: SectionEntry, read: Uint8Array): void {
    if (read.byteLength !== length) {
      throw this.corrupt(name, offset, 'the file ends too early');
    }
    if (crc32(read) !== crc) {
      throw this.corrupt(name, offset, 'the checksum does not match');
    }
  }

  /** Reads a part of a ranged section. The caller verifies its checksum. */
  async range(name: string, offset: number, length: number): Promise<Uint8Array> {
    const entry = this.#entry(name);
    if (offset < 0 || length < 0 || offset + length > entry.length) {
      throw this.corrupt(name, entry.offset + offset, 'outside the section');
    }
    const bytes = await this.#read(entry.offset + offset, length);
    if (bytes.byteLength !== length) {
      throw this.corrupt(name, entry.offset + offset, 'the file ends too early');
    }
    return bytes;
  }

  /** A copy of a section, if the beginning of the file that was read at once includes it; else null. */
  atHand(name: string): Uint8Array | null {
    const { offset, length } = this.#entry(name);
    const isIncluded = this.#head !== null && offset + length <= this.#head.byteLength;
    return isIncluded ? this.#head!.slice(offset, offset + length) : null;
  }

  /** Frees the beginning of the file, once its head sections are in use. */
  releaseHead(): void {
    this.#head = null;
  }

  /** What a section is turned into, once, and kept instead of the section. Callers must not modify it. */
  derived<T>(name: string, derive: (bytes: Uint8Array) => T): Promise<T> {
    let deriving = this.#derived.get(name) as Promise<T> | undefined;
    if (!deriving) {
      deriving = this.take(name).then(derive);
      this.#derived.set(name, deriving);
      deriving.catch(() => this.#derived.delete(name));
    }
    return deriving;
  }

  /** A section with a record, read and checked once. Callers must not modify it. */
  json<T>(name: string, schema: z.ZodType<T>): Promise<T> {
    const { offset } = this.#entry(name);
    return this.derived(name, (bytes) =>
      readRecord(schema, JSON.parse(new TextDecoder().decode(bytes)), name, (problem) =>
        this.corrupt(name, offset, problem),
      ),
    );
  }

  async #numbers<A>(
    name: string,
    Numbers: {
      new (buffer: ArrayBufferLike, offset: number, length: number): A;
      BYTES_PER_ELEMENT: number;
    },
  ): Promise<A> {
    const { buffer, byteOffset, byteLength } = await this.section(name);
    return new Numbers(buffer, byteOffset, Math.floor(byteLength / Numbers.BYTES_PER_ELEMENT));
  }

  u32(name: string): Promise<Uint32Array> {
    return this.#numbers(name, Uint32Array);
  }

  u16(name: string): Promise<Uint16Array> {
    return this.#numbers(name, Uint16Array);
  }

  f32(name: string): Promise<Float32Array> {
    return this.#numbers(name, Float32Array);
  }

  f64(name: string): Promise<Float64Array> {
    return this.#numbers(name, Float64Array);
  }

  i8(name: string): Promise<Int8Array> {
    return this.#numbers(name, Int8Array);
  }

  /** Size of a section in memory. Reads its beginning if it is packed. */
  async unpackedBytes(name: string): Promise<number> {
    const { offset, length, packed } = this.#entry(name);
    if (!packed) return length;
    const head = await this.#read(offset, PACKED_HEAD_BYTES);
    return viewOf(head).getFloat64(0, true);
  }

  /** Size of a section in the file. */
  sizeBytes(name: string): number {
    return this.#entry(name).length;
  }

  /** Whether the file has a section of this name. */
  has(name: string): boolean {
    return this.#sections.has(name);
  }
}

/**
 * Opens a model or segment: one read for the table and the head sections.
 * @param headBytes bytes up to the end of the head sections, if they are known
 * @throws CorruptFileError for a foreign, damaged, truncated or newer file.
 */
export async function openContainer(
  source: ByteSource,
  fileName: string,
  kind: FileKind,
  headBytes = TABLE_BYTES,
): Promise<Container> {
  const fail = (offset: number, detail: string) =>
    new CorruptFileError(fileName, 'head', offset, detail);
  const head = await source.read(0, headBytes);
  if (head.byteLength < HEAD_BYTES) throw fail(0, 'the file is too short');
  const view = viewOf(head);
  if (view.getUint32(0, true) !== MAGIC[kind]) throw fail(0, `this is not a ${kind} file`);
  const version = view.getUint32(4, true);
  if (version < OLDEST_VERSION || version > FORMAT_VERSION) throw fail(4, versionMismatch(version));
  const count = view.getUint32(8, true);
  if (count > MAX_SECTIONS)
    throw fail(8, `${count} sections; at most ${MAX_SECTIONS} are possible`);
  if (head.byteLength < HEAD_BYTES + count * ENTRY_BYTES)
    throw fail(8, 'the section table is cut off');
  const table = head.subarray(HEAD_BYTES, HEAD_BYTES + count * ENTRY_BYTES);
  if (crc32(table) !== view.getUint32(12, true)) throw fail(12, 'the section table is damaged');
  const sections = new Map<string, SectionEntry>();
  for (let i = 0; i < count; i++) {
    const at = HEAD_BYTES + i * ENTRY_BYTES;
    const name = new TextDecoder().decode(head.subarray(at, at + NAME_BYTES)).replace(/\0+$/, '');
    const offset = view.getFloat64(at + 24, true);
    const length = view.getFloat64(at + 32, true);
    if (offset + length > source.sizeBytes) {
      throw new CorruptFileError(fileName, name, offset, 'the file ends too early');
    }
    const crc = view.getUint32(at + 40, true);
    const flags = view.getUint32(at + 44, true);
    const packed = (flags & FLAG_PACKED) !== 0;
    sections.set(name, { offset, length, crc, packed, head: (flags & FLAG_HEAD) !== 0 });
  }
  return new Container(source, fileName, view.getUint32(12, true), sections, head);
}
