import { readFileSync } from 'node:fs';
import type { StackProcess } from '#tests/support/stack.ts';
import { median } from '../median.ts';
import { type LiveHeap, liveHeap } from './live-heap.ts';
import type { Load, Measured } from './measure.ts';
import { pacedLoad } from './paced-load.ts';

/** Memory that may stay when load goes on: caches fill, and worker threads come and go. */
const growthAllowed = 1.25;

/** A figure for each five minutes of a long load, and at least four. */
const partMinutes = 5;
const leastParts = 4;

/** What a process held in a part of the time. */
export interface Held {
  /** Resident megabytes: the median of a sample each second. */
  resident: number;
  /** At the end of the part. */
  live: LiveHeap;
  measured: Measured;
}

/**
 * Memory of a process that runs with `inspected`, while its address is under load.
 * @param loadOf load of the next part: made anew, because tokens end after an hour
 * @param onPart called with each part
 * @returns how much more each figure is in the last quarter than in the second, and what is wrong, in words
 */
export async function memoryUnder(
  { child, printed }: StackProcess,
  minutes: number,
  loadOf: () => Promise<Omit<Load, 'seconds'>>,
  onPart: (held: Held) => void,
): Promise<{ growth: string; wrong: string[] }> {
  const parts: Held[] = [];
  const count = Math.max(leastParts, Math.round(minutes / partMinutes));
  const wrong = new Set<string>();
  for (let part = 0; part < count; part++) {
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(residentMb(child.pid!)), 1000);
    const measured = await pacedLoad({ ...(await loadOf()), seconds: (minutes * 60) / count });
    clearInterval(sampling);
    for (const problem of measured.wrong) wrong.add(problem);
    const held = { resident: median(samples), live: await liveHeap(printed()), measured };
    parts.push(held);
    onPart(held);
  }
  // The first quarter fills the caches.
  const second = parts.slice(count / 4, count / 2);
  const last = parts.slice((count * 3) / 4);
  const growth = Object.entries(figures).map(([name, figure]) => {
    const [before, after] = [second, last].map((some) => median(some.map(figure)));
    const ratio = after! / before!;
    if (ratio > growthAllowed) wrong.add(`${name} grows`);
    return `${name} × ${ratio.toFixed(2)}`;
  });
  return { growth: growth.join(', '), wrong: [...wrong] };
}

const figures: Record<string, (held: Held) => number> = {
  'resident memory': ({ resident }) => resident,
  'the heap of the main thread': ({ live }) => live.main,
  'the heap of an instance': ({ live }) => meanOf(live.threads),
};

/** The mean of some figures, 0 of none. */
export const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
