/** What a stream fails with when the other side has gone away: before, while or after something was written to it. */
const hangUps = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];

const isHangUp = ({ code }: NodeJS.ErrnoException) => hangUps.includes(code!);

/** SQLite's SQLITE_FULL, https://sqlite.org/rescode.html#full */
const sqliteFull = 13;

function isDiskFull(error: NodeJS.ErrnoException & { errcode?: number }): boolean {
  return error.code === 'ENOSPC' || error.errcode === sqliteFull;
}

/** Everything that writes fails on a full disk. One line in this time is enough. */
const fullSilenceMs = 60_000;

/**
 * Reports errors of the local cloud itself to the console, with their stack. A full disk is reported in one line,
 * because only the person at the console can repair it.
 */
export function faultReporter(
  dataDir: string,
  report: (line: string) => void,
): (error: unknown) => void {
  let fullAt = Number.NEGATIVE_INFINITY;
  return (thrown) => {
    const error = thrown as Error;
    if (isHangUp(error)) return;
    if (!isDiskFull(error)) {
      report(`ERROR local cloud: ${error.stack}`);
    } else if (performance.now() - fullAt > fullSilenceMs) {
      fullAt = performance.now();
      report(
        `ERROR The disk is full: nothing more can be stored in ${dataDir}. Make room there; what was stored before is safe.`,
      );
    }
  };
}
