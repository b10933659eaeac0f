import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Local time in milliseconds since the epoch: real time plus the offset that `POST /_local/clock` has set. */
export interface Clock {
  now(): number;
}

/** A clock that tells when it was advanced, so that what waits for a time need not look again and again. */
export interface AdvancingClock extends Clock {
  /** Calls `listener` after each advance, until the function that it returns is called. */
  onChange(listener: () => void): () => void;
}

/** The clock of one installation. It can be advanced, and keeps its offset after a restart. */
export interface LocalClock extends AdvancingClock {
  /** One float64: the offset in milliseconds. Worker threads read it. */
  readonly shared: SharedArrayBuffer;
  /**
   * Adds to the offset, stores it, then calls the listeners. Throws RangeError for a negative value, and
   * beyond the last year that signatures and tokens can express.
   */
  advance(milliseconds: number): Promise<void>;
}

/** Opens the clock whose offset is stored in `file`. */
export async function openClock(file: string): Promise<LocalClock> {
  const shared = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  const offset = new Float64Array(shared);
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '0';
    throw error;
  });
  offset[0] = Number(stored);
  if (!Number.isFinite(offset[0])) throw new Error(`${file} does not hold a number`);
  const listeners = new Set<() => void>();
  let lastAdvance: Promise<void> = Promise.resolve();
  const advance = async (milliseconds: number) => {
    const next = offset[0]! + milliseconds;
    if (Date.now() + next > latest) throw new RangeError('the clock ends with the year 9998');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, String(next));
    await rename(`${file}.new`, file);
    offset[0] = next;
    for (const listener of listeners) listener();
  };
  return {
    shared,
    now: () => Date.now() + offset[0]!,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async advance(milliseconds) {
      if (!(milliseconds >= 0)) throw new RangeError('the clock cannot be set back');
      // One at a time: two at once would add to the same offset, and one would be lost.
      const advanced = lastAdvance.then(() => advance(milliseconds));
      lastAdvance = advanced.catch(() => {});
      await advanced;
    },
  };
}

/** The clock cannot be set back, so a typing error must not move it past the years that it can express. */
const latest = Date.UTC(9999, 0);

const units: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Reads a duration such as `22d` or `90m`, in milliseconds. Throws RangeError for anything else. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,6})\s*([smhdw])$/.exec(text.trim());
  if (!match) throw new RangeError(`"${text}" is not a duration such as 90s, 15m, 2h, 22d or 3w`);
  return Number(match[1]) * units[match[2]!]!;
}
