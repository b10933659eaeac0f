import { expect, it } from 'vitest';
import { memorySource } from '#engine';
import { holdWhole } from './held-source.ts';

const bytes = Uint8Array.from({ length: 100 }, (_, i) => i);

/** A held source that records the reads of its file. */
async function heldFile() {
  const file = memorySource(bytes);
  const reads: [offset: number, length: number][] = [];
  const source = await holdWhole({
    ...file,
    read: (offset, length) => {
      reads.push([offset, length]);
      return file.read(offset, length);
    },
  });
  return { source, reads };
}

it('reads the whole file with one request', async () => {
  const { source, reads } = await heldFile();
  expect(await source.read(10, 5)).toEqual(bytes.slice(10, 15));
  expect(await source.read(0, 100)).toEqual(bytes);
  expect(await source.read(90, 50)).toEqual(bytes.slice(90));
  expect(reads).toEqual([[0, 100]]);
});
