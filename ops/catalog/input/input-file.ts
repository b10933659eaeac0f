import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type BlockStart, Bzip2Reader } from './bzip2.ts';
import { imageBeside } from './image-files.ts';
import { countedBytes, inflate } from './inflate.ts';
import type { Text } from './text.ts';
import { zipTexts } from './zip-texts.ts';

const CHUNK_BYTES = 1 << 20;
const noRestart = () => undefined;

/**
 * The texts of a file: plain, gzip, bzip2 (one or more streams), or the texts in a zip archive. The type is detected from
 * the first bytes.
 * @throws InputError if the file is a damaged archive
 */
export async function textsOf(path: string): Promise<readonly Text[]> {
  const { size } = await stat(path);
  const head = readHead(path);
  if (size === 0) return [{ ...plainText(path), refusal: 'The file is empty.' }];
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
  image: (name) => imageBeside(path, name),
  open(offset) {
    let position = offset;
    function* chunks() {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const fd = openSync(path, 'r');
      try {
        for (;;) {
          const got = readSync(fd, chunk, 0, CHUNK_BYTES, position);
          if (got === 0) return;
          position += got;
          yield chunk.subarray(0, got);
        }
      } finally {
        closeSync(fd);
      }
    }
    return { chunks: chunks(), consumedBytes: () => position, restartBefore: noRestart };
  },
});

const gzipText = (path: string): Text => ({
  open(offset) {
    const raw = countedBytes(path);
    const chunks = inflate(path, raw.stream, createGunzip({ chunkSize: 1 << 18 }), offset);
    return { chunks, consumedBytes: raw.count, restartBefore: noRestart };
  },
});

/** Number of remembered block starts. A checkpoint is at most one record behind the reader. */
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
      restartBefore: (position) => starts.findLast((start) => start.offset <= position),
    };
  },
});
