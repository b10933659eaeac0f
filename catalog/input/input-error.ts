/** An input file cannot be read completely. The message names the file and says what to do. */
export class InputError extends Error {
  constructor(path: string, problem: string, cause?: unknown) {
    super(
      `${path} ${problem}. Nothing was published. Get the file again, then start over with --restart.`,
      { cause },
    );
    this.name = 'InputError';
  }
}
