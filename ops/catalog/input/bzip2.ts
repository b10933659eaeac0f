import { readSync } from 'node:fs';
import { readSymbols, readTables } from './bzip2-huffman.ts';
import { InputError } from './input-error.ts';

/** The start of a block, with the state needed to decompress from there. */
export interface BlockStart {
  /** Position of the block's first bit in the file. */
  readonly bit: number;
  /** Decompressed bytes before the block. */
  readonly offset: number;
  /** Block size in units of 100,000 bytes, from the stream's header. */
  readonly level: number;
  /** Checksum of the stream up to this block. */
  readonly streamCrc: number;
}

export interface Block {
  readonly start: BlockStart;
  readonly bytes: Buffer;
}

/** Upper bound of a block's size: 900,000 symbols of 20 bits, and its tables. */
const MAX_BLOCK_BYTES = 2_500_000;
const WINDOW_BYTES = 2 * MAX_BLOCK_BYTES;
const BLOCK_MAGIC = [0x314159, 0x265359] as const;
const END_MAGIC = [0x177245, 0x385090] as const;

/** CRC-32 of bzip2, with the most significant bit first. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

/**
 * Decompresses bzip2 (also concatenated streams) block by block, starting at any block. Own code, because
 * no npm library reports block positions or exceeds 10 MB/s.
 * Format: https://github.com/dsnet/compress/blob/master/doc/bzip2-format.pdf
 */
export class Bzip2Reader {
  readonly #fd: number;
  readonly #path: string;
  readonly #window = new Uint8Array(WINDOW_BYTES);
  /** Offset of the window in the file, and number of valid bytes in it. */
  #windowStart = 0;
  #filled = 0;
  /** Next bit to read, within the window. */
  #bit = 0;
  readonly #symbols = new Uint32Array(900_000);
  #out: Buffer = Buffer.allocUnsafe(1 << 20);

  constructor(fd: number, path: string) {
    this.#fd = fd;
    this.#path = path;
  }

  /** Number of bytes of the file that have been read. */
  get consumedBytes(): number {
    return this.#windowStart + (this.#bit >>> 3);
  }

  /** The blocks from a known start, or from the beginning. A block's bytes are valid until the next block. */
  *blocks(from?: BlockStart): Generator<Block> {
    let offset = from?.offset ?? 0;
    let level = from?.level ?? 0;
    let streamCrc = from?.streamCrc ?? 0;
    this.#windowStart = Math.floor((from?.bit ?? 0) / 8);
    this.#filled = 0;
    this.#bit = (from?.bit ?? 0) % 8;
    for (;;) {
      this.#fill();
      if (level === 0) {
        if (this.#bit >>> 3 >= this.#filled) return;
        level = this.#streamHeader();
        streamCrc = 0;
      }
      const bit = this.#windowStart * 8 + this.#bit;
      const magic = [this.#read(24), this.#read(24)];
      const crc = this.#readWord();
      if (this.#isPastEnd()) throw this.#truncated();
      if (magic[0] === END_MAGIC[0] && magic[1] === END_MAGIC[1]) {
        if (crc !== streamCrc) throw this.#damaged('the checksum of a stream does not match');
        this.#bit = (this.#bit + 7) & ~7;
        level = 0;
        continue;
      }
      if (magic[0] !== BLOCK_MAGIC[0] || magic[1] !== BLOCK_MAGIC[1]) {
        throw this.#damaged('a block header is missing');
      }
      const bytes = this.#decode(level * 100_000, crc);
      yield { start: { bit, offset, level, streamCrc }, bytes };
      streamCrc = (((streamCrc << 1) | (streamCrc >>> 31)) ^ crc) >>> 0;
      offset += bytes.length;
    }
  }

  #streamHeader(): number {
    const magic = this.#read(24);
    const level = this.#read(8) - 48;
    if (this.#isPastEnd()) throw this.#truncated();
    if (magic !== 0x425a68 || level < 1 || level > 9) {
      throw this.#damaged('something else follows the end of the compressed data');
    }
    return level;
  }

  /** Moves the window so that it contains the whole next block. */
  #fill(): void {
    const used = this.#bit >>> 3;
    if (this.#filled - used >= MAX_BLOCK_BYTES) return;
    this.#window.copyWithin(0, used, Math.max(used, this.#filled));
    this.#filled = Math.max(0, this.#filled - used);
    this.#windowStart += used;
    this.#bit -= used * 8;
    while (this.#filled < WINDOW_BYTES) {
      const room = WINDOW_BYTES - this.#filled;
      const position = this.#windowStart + this.#filled;
      const got = readSync(this.#fd, this.#window, this.#filled, room, position);
      if (got === 0) break;
      this.#filled += got;
    }
    this.#window.fill(0, this.#filled);
  }

  #read(count: number): number {
    let value = 0;
    for (let rest = count; rest > 0; ) {
      const taken = Math.min(rest, 8 - (this.#bit & 7));
      const byte = this.#window[this.#bit >>> 3] ?? 0;
      const piece = (byte >>> (8 - (this.#bit & 7) - taken)) & ((1 << taken) - 1);
      value = (value << taken) | piece;
      this.#bit += taken;
      rest -= taken;
    }
    return value;
  }

  #readWord(): number {
    return this.#read(16) * 0x10000 + this.#read(16);
  }

  #isPastEnd(): boolean {
    return this.#bit > this.#filled * 8;
  }

  #truncated(): InputError {
    return new InputError(this.#path, 'ends in the middle of its compressed data');
  }

  #damaged(what: string): InputError {
    return this.#isPastEnd()
      ? this.#truncated()
      : new InputError(this.#path, `is damaged at byte ${this.consumedBytes}: ${what}`);
  }

  #decode(maxSymbols: number, expectedCrc: number): Buffer {
    if (this.#read(1)) throw this.#damaged('a block has the obsolete randomised form');
    const origin = this.#read(24);
    const tables = readTables((count) => this.#read(count));
    if (!tables) throw this.#damaged('the tables of a block are invalid');
    const counts = new Uint32Array(256);
    const decoded = readSymbols(tables, this.#window, this.#bit, this.#symbols, maxSymbols, counts);
    if (!decoded) throw this.#damaged('the symbols of a block are invalid');
    this.#bit = decoded.bit;
    if (this.#isPastEnd()) throw this.#truncated();
    if (origin >= decoded.length) throw this.#damaged('a block points beyond its end');
    const bytes = this.#undoTransform(decoded.length, origin, counts);
    if (crcOf(bytes) !== expectedCrc) {
      throw this.#damaged('the checksum of a block does not match');
    }
    return bytes;
  }

  /** Undoes the Burrows–Wheeler transform and the initial run-length coding. */
  #undoTransform(length: number, origin: number, counts: Uint32Array): Buffer {
    const links = this.#symbols;
    let sum = 0;
    for (let byte = 0; byte < 256; byte++) {
      const count = counts[byte]!;
      counts[byte] = sum;
      sum += count;
    }
    for (let i = 0; i < length; i++) {
      const position = counts[links[i]! & 0xff]!++;
      links[position] = links[position]! | (i << 8);
    }
    let out = this.#out;
    let size = 0;
    let run = 0;
    let previous = -1;
    let link = links[origin]! >>> 8;
    for (let i = 0; i < length; i++) {
      const entry = links[link]!;
      const byte = entry & 0xff;
      link = entry >>> 8;
      if (size + 256 > out.length) out = this.#grow(size);
      if (run === 4) {
        out.fill(previous, size, size + byte);
        size += byte;
        run = 0;
        previous = -1;
      } else {
        run = byte === previous ? run + 1 : 1;
        previous = byte;
        out[size++] = byte;
      }
    }
    return out.subarray(0, size);
  }

  #grow(size: number): Buffer {
    const larger = Buffer.allocUnsafe(this.#out.length * 2);
    this.#out.copy(larger, 0, 0, size);
    this.#out = larger;
    return larger;
  }
}

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) {
    crc = (crc << 8) ^ crcTable[(crc >>> 24) ^ bytes[i]!]!;
  }
  return ~crc >>> 0;
}
