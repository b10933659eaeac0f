import { expect, it } from 'vitest';
import { type ByteSource, memorySource } from '../source.ts';
import { ReadQueue } from './read-queue.ts';

const bytes = Uint8Array.from({ length: 100 }, (_, i) => i);
const never = () => new Promise<never>(() => {});

/** A file whose reads go as the steps say, and well after those. */
function failing(steps: readonly (() => Promise<Uint8Array>)[]) {
  const file = memorySource(bytes);
  let reads = 0;
  const source: ByteSource = {
    sizeBytes: 100,
    read: (offset, length) => (steps[reads++] ?? (() => file.read(offset, length)))(),
  };
  return { source: new ReadQueue(10).source(source), reads: () => reads };
}

it('tries a read again whose connection never answers: it died while the instance was frozen', async () => {
  const { source, reads } = failing([never, never]);
  expect(await source.read(10, 5)).toEqual(bytes.subarray(10, 15));
  expect(reads()).toBe(3);
});

it('tries a read again that broke or was short', async () => {
  const broken = async () => Promise.reject(new Error('socket hang up'));
  const { source, reads } = failing([broken, async () => new Uint8Array(2)]);
  expect(await source.read(0, 5)).toEqual(bytes.subarray(0, 5));
  expect(reads()).toBe(3);
});

it('waits for the last attempt, however long it takes', async () => {
  const slow = async () => {
    await new Promise((done) => setTimeout(done, 50));
    return bytes.subarray(0, 5);
  };
  const { source } = failing([never, never, slow]);
  expect(await source.read(0, 5)).toEqual(bytes.subarray(0, 5));
});

it('goes on with other reads after reads that never answered', async () => {
  const { source } = failing(Array.from({ length: 100 }, () => never));
  const all = await Promise.all(Array.from({ length: 200 }, (_, i) => source.read(i % 100, 1)));
  expect(all.map(([byte]) => byte)).toEqual(Array.from({ length: 200 }, (_, i) => i % 100));
});

it('lets a hundred small reads go at once, of large ones as many as fit, and all in the end', async () => {
  for (const [length, most] of [
    [1 << 10, 100],
    [4 << 20, 32],
    [200 << 20, 1],
  ] as const) {
    let [running, highest] = [0, 0];
    const slow: ByteSource = {
      sizeBytes: length,
      read: async () => new Uint8Array(0),
      readInto: async () => {
        highest = Math.max(highest, ++running);
        await new Promise((done) => setTimeout(done));
        running--;
        return length;
      },
    };
    const source = new ReadQueue().source(slow);
    const target = { length } as Uint8Array;
    await Promise.all(Array.from({ length: 150 }, () => source.readInto!(0, target)));
    expect(highest).toBe(most);
  }
});

it('counts the bytes of a local file, and does not repeat its reads', async () => {
  const queue = new ReadQueue(10);
  const broken = { sizeBytes: 100, isLocal: true, read: async () => new Uint8Array(2) };
  expect(await queue.source(broken).read(0, 5)).toHaveLength(2);
  expect(queue.bytesRead).toBe(5);
});
