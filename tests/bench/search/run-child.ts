import { fork } from 'node:child_process';

/** The reason why a figure is not available. */
export interface Unavailable {
  readonly unavailable: string;
}

/** Figures of a child, with its peak resident memory. */
export type Figures<T> = (T & { readonly peakMb: number }) | Unavailable;

/**
 * Runs the `measure(params)` of a module in a child process, so that memory is measured separately, no heap is
 * shared, and a crash only affects one row of the table.
 * @param module path relative to this folder
 * @param params plain data
 */
export function runChild<T>(
  module: string,
  params: object,
  limitSeconds: number,
): Promise<Figures<T>> {
  const child = fork(new URL('./child.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=8192'],
    // LanceDB would print a warning for each query, which costs time.
    env: { ...process.env, RUST_LOG: 'error' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1000);
  return new Promise((resolve) => {
    let figures: Figures<T> | undefined;
    child.on('message', (message) => {
      figures = message as Figures<T>;
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (figures) return resolve(figures);
      const killed = signal === 'SIGKILL' ? `stopped after ${limitSeconds} s` : null;
      resolve({ unavailable: killed ?? `ended with ${signal ?? code}` });
    });
    child.send({ module, params });
  });
}
