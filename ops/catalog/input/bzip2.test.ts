import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlockStart, Bzip2Reader } from './bzip2.ts';
import { InputError } from './input-error.ts';

/** Made by bzip2 itself: three streams of block sizes 1, 9 and 2, several blocks each. */
const compressed = path.resolve(import.meta.dirname, '../test-files/bottles.bz2');
const bottles = Array.from(
  { length: 16_000 },
  (_, i) => `${i % 97} bottles of ${(i * i) % 13} ink\n`,
).join('');
const original = Buffer.from(bottles + 'a'.repeat(400_000));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'antecede-bzip2-'));
});
afterAll(() => rm(folder, { recursive: true }));

function decompress(file: string, from?: BlockStart) {
  const fd = openSync(file, 'r');
  try {
    const blocks = Array.from(new Bzip2Reader(fd, file).blocks(from), ({ start, bytes }) => ({
      start,
      bytes: Buffer.from(bytes),
    }));
    return {
      starts: blocks.map(({ start }) => start),
      bytes: Buffer.concat(blocks.map((b) => b.bytes)),
    };
  } finally {
    closeSync(fd);
  }
}

function changed(change: (bytes: Buffer) => Buffer): string {
  const file = path.join(folder, 'changed.bz2');
  writeFileSync(file, change(readFileSync(compressed)));
  return file;
}

describe('Bzip2Reader', () => {
  it('decompresses streams one after the other, long runs included', () => {
    expect(decompress(compressed).bytes.equals(original)).toBe(true);
  });

  it('goes on from any block', () => {
    const { starts } = decompress(compressed);
    expect(starts.length).toBeGreaterThan(4);
    for (const start of starts) {
      const { bytes } = decompress(compressed, start);
      expect(bytes.equals(original.subarray(start.offset))).toBe(true);
    }
  });

  it('notices a truncated file, wherever it ends', () => {
    const { length } = readFileSync(compressed);
    for (let end = 1; end < length; end += 397) {
      const file = changed((bytes) => bytes.subarray(0, end));
      // A file that ends between two streams is complete.
      expect(() => decompress(file)).toThrow(/ends in the middle|--restart/);
    }
  });

  it('never gives other bytes for a changed bit', () => {
    const { length } = readFileSync(compressed);
    let noticed = 0;
    let tried = 0;
    for (let at = 0; at < length; at += 307) {
      const file = changed((bytes) => {
        bytes[at] = bytes[at]! ^ (1 << (at % 8));
        return bytes;
      });
      tried++;
      try {
        // Some bits have no effect: codes that no symbol uses.
        expect(decompress(file).bytes.equals(original), `byte ${at}`).toBe(true);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        noticed++;
      }
    }
    expect(noticed / tried).toBeGreaterThan(0.9);
  });

  it('refuses other data after the last stream', () => {
    expect(() =>
      decompress(changed((bytes) => Buffer.concat([bytes, Buffer.from('more text')]))),
    ).toThrow(/something else follows/);
  });
});
