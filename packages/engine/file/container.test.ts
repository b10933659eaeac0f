import { describe, expect, it } from 'vitest';
import { CorruptFileError } from '../errors.ts';
import { type ByteSource, memorySource } from '../source.ts';
import { openContainer, writeContainer } from './container.ts';

const plain = Uint8Array.from({ length: 1_000 }, (_, i) => (i * 7_919) >> 3);
const zeros = new Uint8Array(5_000);
const file = () =>
  writeContainer('segment', [
    { name: 'plain', bytes: plain },
    { name: 'zeros', bytes: zeros, packed: true },
  ]);

/** A source that can read into memory of the caller. */
const intoSource = (bytes: Uint8Array): ByteSource => ({
  ...memorySource(bytes),
  readInto: async (offset, target) => {
    const part = bytes.subarray(offset, offset + target.length);
    target.set(part);
    return part.length;
  },
});

describe.each([
  ['reads', memorySource],
  ['reads into memory of the caller', intoSource],
])('a section put into place from a source that %s', (_, sourceOf) => {
  const fill = async (bytes: Uint8Array, name: string, length: number) => {
    const container = await openContainer(sourceOf(bytes), 'a.bin', 'segment');
    const target = new Uint8Array(length);
    await container.readInto(name, target);
    return target;
  };

  it('is the same, packed or not', async () => {
    expect(await fill(file(), 'plain', plain.length)).toEqual(plain);
    expect(await fill(file(), 'zeros', zeros.length)).toEqual(zeros);
  });

  it('is refused when it is damaged', async () => {
    const bytes = file();
    bytes[bytes.findIndex((byte, i) => i > 112 && byte === plain[900])]! ^= 4;
    await expect(fill(bytes, 'plain', plain.length)).rejects.toThrow(CorruptFileError);
  });

  it('is refused when it is longer or shorter than expected', async () => {
    for (const length of [999, 1_001]) {
      await expect(fill(file(), 'plain', length)).rejects.toThrow(CorruptFileError);
    }
    await expect(fill(file(), 'zeros', 10)).rejects.toThrow(CorruptFileError);
  });
});

it('keeps a section in memory without the rest of the file', async () => {
  const container = await openContainer(memorySource(file()), 'a.bin', 'segment');
  expect((await container.section('plain')).buffer.byteLength).toBe(plain.length);
});

it('opens a file of two thousand columns, which have two sections each', async () => {
  const sections = Array.from({ length: 4_100 }, (_, i) => ({ name: `filter${i}`, bytes: plain }));
  const container = await openContainer(
    memorySource(writeContainer('segment', sections)),
    'a.bin',
    'segment',
  );
  expect(await container.take('filter4099')).toEqual(plain);
});
