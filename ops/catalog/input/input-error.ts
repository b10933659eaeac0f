/** What to do about a file that is damaged or incomplete. */
const getAgain = 'Get the file again';

/** An input file cannot be read completely. The message names the file and says what to do. */
export class InputError extends Error {
  /** @param advice what to do before starting over */
  constructor(path: string, problem: string, { cause, advice = getAgain }: Options = {}) {
    super(`${path} ${problem}. Nothing was published. ${advice}, then start over with --restart.`, {
      cause,
    });
    this.name = 'InputError';
  }
}

interface Options {
  readonly cause?: unknown;
  readonly advice?: string;
}
