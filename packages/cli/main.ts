import { formatBytes } from '../../shared/limits.ts';
import { openApi } from './api.ts';
import { Failure } from './failure.ts';
import { openLocalFile } from './local-file.ts';
import { help, type Options, readOptions } from './options.ts';
import { readPresigned, requireFit } from './presigned-file.ts';
import { duration, openProgress, silent } from './progress.ts';
import { retrying } from './retry.ts';
import { upload } from './upload.ts';
import { version } from './version.ts';

async function run(options: Options, stop: AbortController): Promise<void> {
  const startedAt = performance.now();
  const file = await openLocalFile(options.file);
  try {
    const presigned = await readPresigned(options.presigned);
    requireFit(presigned, file);
    const progress = options.quiet
      ? silent
      : openProgress(file.name, file.sizeBytes, process.stderr);
    const retry = retrying({
      retries: options.retries,
      signal: stop.signal,
      onPause: ({ message }, waitMs) =>
        progress.note(`${message}; next attempt in ${duration(waitMs / 1000)}.`),
    });
    const api = openApi(presigned, retry, stop.signal);
    if (options.abort) {
      await api.abort();
      if (!options.quiet) console.error('The upload was cancelled and its parts were deleted.');
      return;
    }
    const { concurrency } = options;
    const task = { presigned, file, api, retry, progress, concurrency, stop };
    const sent = await upload(task).finally(() => progress.end());
    if (options.quiet) return;
    const seconds = (performance.now() - startedAt) / 1000;
    console.error(
      sent
        ? `${file.name} (${formatBytes(file.sizeBytes)}) is uploaded: ${duration(seconds)}.`
        : `${file.name} was uploaded already: nothing to do.`,
    );
  } finally {
    await file.close();
  }
}

/** Shuts down cleanly at the first signal; the second one kills the process. */
function stopOnSignal(stop: AbortController): void {
  const reasons = { SIGINT: 'interrupted', SIGTERM: 'terminated' } as const;
  for (const [signal, reason] of Object.entries(reasons)) {
    process.once(signal, () => {
      const message = 'Interrupted. What was sent is kept: run the same command again to resume.';
      stop.abort(new Failure(reason, message));
    });
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') process.stdout.write(help);
  else if (options === 'version') console.log(version);
  else {
    const stop = new AbortController();
    stopOnSignal(stop);
    await run(options, stop).catch((error: unknown) => {
      throw stop.signal.aborted ? stop.signal.reason : error;
    });
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof Failure) {
    console.error(error.message);
    process.exitCode = error.exitCode;
  } else {
    console.error(
      'Unexpected failure. What was sent is kept: run the same command again to resume.',
    );
    console.error(error);
    process.exitCode = 1;
  }
}
