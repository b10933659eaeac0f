import type { Counts } from './checkpoint.ts';

/** Update interval on a terminal, and in a log. */
const TERMINAL_MS = 500;
const LOG_MS = 15_000;

/** Shows the progress of a load: as one updated line on a terminal, as a line every few seconds in a log. */
export class Progress {
  readonly #totalBytes: number;
  readonly #stream: NodeJS.WriteStream;
  #startedAt: number | undefined;
  #startBytes = 0;
  #shownAt = 0;

  constructor(totalBytes: number, stream: NodeJS.WriteStream) {
    this.#totalBytes = totalBytes;
    this.#stream = stream;
  }

  /** Shows the state if the update interval has passed. */
  update(counts: Counts, consumedBytes: number): void {
    const now = performance.now();
    if (this.#startedAt === undefined) {
      this.#startedAt = now;
      this.#shownAt = now;
      this.#startBytes = consumedBytes;
      return;
    }
    if (now - this.#shownAt < (this.#stream.isTTY ? TERMINAL_MS : LOG_MS)) return;
    this.#shownAt = now;
    const seconds = (now - this.#startedAt) / 1000;
    const line = progressLine(counts, {
      consumedBytes,
      totalBytes: this.#totalBytes,
      bytesPerSecond: (consumedBytes - this.#startBytes) / seconds,
    });
    this.#stream.write(this.#stream.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  }

  /** Clears the line. */
  end(): void {
    if (this.#stream.isTTY && this.#startedAt !== undefined) this.#stream.write('\r\u001b[K');
  }
}

/** `12 %  1,204,338 rows  3 rejects  8.4 MB/s  01:12:09 left`. Bytes are those of the input files. */
export function progressLine(
  { rows, rejects }: Counts,
  pace: { consumedBytes: number; totalBytes: number; bytesPerSecond: number },
): string {
  const share = Math.min(1, pace.consumedBytes / pace.totalBytes);
  const left = (pace.totalBytes - pace.consumedBytes) / pace.bytesPerSecond;
  return [
    `${Math.floor(share * 100)} %`,
    `${rows.toLocaleString('en')} rows`,
    `${rejects.toLocaleString('en')} rejects`,
    `${(pace.bytesPerSecond / 1e6).toFixed(1)} MB/s`,
    ...(Number.isFinite(left) ? [`${clock(left)} left`] : []),
  ].join('  ');
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
