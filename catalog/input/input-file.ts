import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type BlockStart, Bzip2Reader } from './bzip2.ts';
import { countedBytes, inflate } from './inflate.ts';
import { InputError } from './input-error.ts';
import { zipTexts } from './zip-texts.ts';

/** One uncompressed text that is being read from some offset on. Each chunk is valid until the next. */
export interface OpenText {
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Bytes of the file that have been used so far. */
  consumedBytes(): number;
  /** From where `offset` can be reached without reading all that is before it. */
  restartBefore(offset: number): BlockStart | undefined;
}

/** A text within a file: the file itself, what it is when decompressed, or an entry of an archive. */
export interface Text {
  /** Name within an archive. */
  readonly entry?: string;
  open(offset: number, restart?: BlockStart): OpenText;
}

const CHUNK_BYTES = 1 << 20;
const noRestart = () => undefined;

/**
 * The texts of a file: plain, gzip, bzip2 (one stream or many), or the XML and JSON entries of a zip
 * archive. The first bytes tell, not the name.
 * @throws InputError for a file that is empty or not one of these
 */
export async function textsOf(path: string): Promise<readonly Text[]> {
  const { size } = await stat(path);
  const head = readHead(path);
  if (size === 0) throw new InputError(path, 'is empty');
  if (head.readUInt32BE(0) === 0x504b0304) return zipTexts(path);
  if (head.readUInt16BE(0) === 0x1f8b) return [gzipText(path)];
  if (head.toString('latin1', 0, 3) === 'BZh') return [bzip2Text(path)];
  return [plainText(path)];
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(4);
  const fd = openSync(path, 'r');
  try {
    readSync(fd, head);
  } finally {
    closeSync(fd);
  }
  return head;
}

const plainText = (path: string): Text => ({
  open(offset) {
    let place = offset;
    function* chunks() {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const fd = openSync(path, 'r');
      try {
        for (;;) {
          const got = readSync(fd, chunk, 0, CHUNK_BYTES, place);
          if (got === 0) return;
          place += got;
          yield chunk.subarray(0, got);
        }
      } finally {
        closeSync(fd);
      }
    }
    return { chunks: chunks(), consumedBytes: () => place, restartBefore: noRestart };
  },
});

const gzipText = (path: string): Text => ({
  open(offset) {
    const raw = countedBytes(path);
    const chunks = inflate(path, raw.stream, createGunzip({ chunkSize: 1 << 18 }), offset);
    return { chunks, consumedBytes: raw.count, restartBefore: noRestart };
  },
});

/** Blocks that are remembered: what is checkpointed lies at most one record behind. */
const REMEMBERED_BLOCKS = 256;

const bzip2Text = (path: string): Text => ({
  open(offset, restart) {
    const starts: BlockStart[] = [];
    let consumed = restart ? Math.floor(restart.bit / 8) : 0;
    function* chunks() {
      const fd = openSync(path, 'r');
      try {
        const reader = new Bzip2Reader(fd, path);
        for (const { start, bytes } of reader.blocks(restart)) {
          starts.push(start);
          if (starts.length > REMEMBERED_BLOCKS) starts.shift();
          consumed = reader.consumedBytes;
          const unwanted = Math.max(0, offset - start.offset);
          if (unwanted < bytes.length) yield bytes.subarray(unwanted);
        }
      } finally {
        closeSync(fd);
      }
    }
    return {
      chunks: chunks(),
      consumedBytes: () => consumed,
      restartBefore: (place) => starts.findLast((start) => start.offset <= place),
    };
  },
});
