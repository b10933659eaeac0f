import { readFileSync } from 'node:fs';
import { type Load, type Measured, measure } from './measure.ts';

/** Memory that may stay when load goes on: caches fill, and worker threads come and go. */
const growthAllowed = 1.25;

/** What a process held while it was under load. */
export interface Held {
  /** Resident megabytes: medians of the quarters of the time, the first one first. */
  quarters: number[];
  perSecond: number;
  wrong: string[];
}

/**
 * Resident memory of a process, taken each second, while its address is under load.
 * @param loadOf load of the next minute: made anew, because tokens end after an hour
 * @param onMinute called with the megabytes of each minute and what was answered in it
 */
export async function memoryUnder(
  pid: number,
  minutes: number,
  loadOf: () => Promise<Omit<Load, 'seconds'>>,
  onMinute: (megabytes: number, measured: Measured) => void,
): Promise<Held> {
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(residentMb(pid)), 1000);
  const wrong = new Set<string>();
  let answered = 0;
  try {
    for (let minute = 0; minute < minutes; minute++) {
      const before = samples.length;
      const measured = await measure({ ...(await loadOf()), seconds: 60 });
      for (const problem of measured.wrong) wrong.add(problem);
      answered += measured.perSecond;
      onMinute(median(samples.slice(before)), measured);
    }
  } finally {
    clearInterval(sampling);
  }
  const part = Math.floor(samples.length / 4);
  const quarters = [0, 1, 2, 3].map((at) => median(samples.slice(at * part, (at + 1) * part)));
  // The first quarter fills the caches.
  if (quarters[3]! > quarters[1]! * growthAllowed) wrong.add('memory grows');
  return { quarters, perSecond: answered / minutes, wrong: [...wrong] };
}

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
