import { formatBytes } from '../../shared/limits.ts';

/** Progress output of the tool. */
export interface Progress {
  /** Adds sent bytes; negative if they must be sent again. */
  sent(bytes: number): void;
  /** Adds bytes that the server already had. */
  found(bytes: number): void;
  /** Prints a message on a separate line. */
  note(text: string): void;
  end(): void;
}

/** The part of `process.stderr` that is used. */
export interface Output {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

/** Time over which the rate is averaged. */
const windowMs = 10_000;
const redrawMs = 200;
/** Without a terminal, a line is printed for each tenth and at least this often. */
const lineMs = 30_000;

/** Draws a progress bar on a terminal, prints lines elsewhere. */
export function openProgress(
  name: string,
  totalBytes: number,
  output: Output,
  now: () => number = () => performance.now(),
): Progress {
  let sentBytes = 0;
  let foundBytes = 0;
  let shownTenth = -1;
  let shownAt = now();
  const samples = [{ at: now(), bytes: 0 }];

  const state = () => {
    const at = now();
    samples.push({ at, bytes: sentBytes });
    while (samples.length > 2 && samples[1]!.at < at - windowMs) samples.shift();
    const seconds = (at - samples[0]!.at) / 1000;
    const rate = seconds > 0 ? Math.max(0, sentBytes - samples[0]!.bytes) / seconds : 0;
    return { doneBytes: sentBytes + foundBytes, totalBytes, rate };
  };
  const draw = () => {
    shownAt = now();
    output.write(`\r${barLine(name, state(), output.columns ?? 80)}\u001b[K`);
  };
  const line = () => {
    const doneBytes = sentBytes + foundBytes;
    const tenth = Math.floor((10 * doneBytes) / totalBytes);
    if (tenth <= shownTenth && now() - shownAt < lineMs) return;
    shownTenth = tenth;
    shownAt = now();
    output.write(`${figures(state())}\n`);
  };
  const timer = output.isTTY ? setInterval(draw, redrawMs) : undefined;
  timer?.unref();

  return {
    sent(bytes) {
      sentBytes += bytes;
      if (!output.isTTY) line();
    },
    found(bytes) {
      foundBytes += bytes;
      if (!output.isTTY) line();
    },
    note(text) {
      output.write(output.isTTY ? `\r${text}\u001b[K\n` : `${text}\n`);
    },
    end() {
      clearInterval(timer);
      if (!output.isTTY) return;
      draw();
      output.write('\n');
    },
  };
}

/** No output. */
export const silent: Progress = { sent() {}, found() {}, note() {}, end() {} };

interface State {
  doneBytes: number;
  totalBytes: number;
  /** Bytes per second. */
  rate: number;
}

/** `42.0 %  1.26 GB of 3.00 GB  85.00 MB/s  20 s left`. */
export function figures({ doneBytes, totalBytes, rate }: State): string {
  const percent = ((100 * doneBytes) / totalBytes).toFixed(1);
  const parts = [
    `${percent} %`,
    `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`,
    `${formatBytes(Math.round(rate))}/s`,
  ];
  if (rate > 0 && doneBytes < totalBytes) {
    parts.push(`${duration((totalBytes - doneBytes) / rate)} left`);
  }
  return parts.join('  ');
}

function barLine(name: string, state: State, columns: number): string {
  const text = figures(state);
  const shortName = name.length > 24 ? `${name.slice(0, 23)}…` : name;
  const room = Math.min(30, columns - text.length - shortName.length - 7);
  if (room < 5) return text.slice(0, columns - 1);
  const filled = Math.round((room * state.doneBytes) / state.totalBytes);
  return `${shortName}  [${'='.repeat(filled)}${' '.repeat(room - filled)}]  ${text}`;
}

/** `45 s`, `12 min`, `3 h 20 min`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
