import { expect, it } from 'vitest';
import { type Manifest, memorySource } from '#engine';
import { begunSource } from './begun-source.ts';
import { firstReadsOf } from './first-reads.ts';

const bytes = Uint8Array.from({ length: 100 }, (_, i) => i);

it('gives the bytes that are on their way once, to the read that was begun', async () => {
  const file = memorySource(bytes.map((byte) => byte + 100));
  const begun = { length: 10, bytes: Promise.resolve(bytes.slice(0, 10)) };
  const source = begunSource(file, begun);
  expect(await source.read(0, 5)).toEqual(Uint8Array.of(100, 101, 102, 103, 104));
  expect(await source.read(0, 10)).toEqual(bytes.slice(0, 10));
  expect((await source.read(0, 10))[0]).toBe(100);
});

it('reads again what did not come', async () => {
  const begun = { length: 10, bytes: Promise.reject(new Error('lost')) };
  const source = begunSource(memorySource(bytes), begun);
  await expect(source.read(0, 10)).rejects.toThrow('lost');
  expect(await source.read(0, 10)).toEqual(bytes.slice(0, 10));
});

it('reads small indexes whole, of others the heads, and of those on a cluster that of the model', () => {
  const file = (fileName: string, sizeBytes: number) => ({
    fileName,
    sizeBytes,
    headBytes: 1_000,
    crc: 1,
    rowCount: 1,
  });
  const files = (sizeBytes: number, count: number) => ({
    model: file('model.bin', sizeBytes),
    segments: Array.from({ length: count }, (_, i) => file(`segment-${i}.bin`, sizeBytes)),
  });
  const of = (part: Partial<Manifest>) => firstReadsOf(part as Manifest);
  expect(of(files(2 ** 20, 2))).toEqual([2 ** 20, 2 ** 20, 2 ** 20]);
  expect(of(files(2 ** 26, 3))).toEqual([1_000, 1_000, 1_000, 1_000]);
  // Of few files, a part of what follows the heads comes with them.
  expect(of(files(2 ** 26, 1))).toEqual([2 ** 20 + 1_000, 2 ** 20 + 1_000]);
  const has = { countsItems: true, findsWords: true } as const;
  const cluster = { index: 'i', meanBurstiness: 1, prose: [], ...has };
  expect(of({ ...files(2 ** 20, 2), cluster })).toEqual([1_000]);
});
