/** Exit codes, explained by `--help` and the README. */
export const exitCodes = {
  usage: 2,
  presigned: 3,
  closed: 4,
  network: 5,
  changed: 6,
  refused: 7,
  interrupted: 130,
  terminated: 143,
} as const;

/** Ends the tool with an exit code. The message says what happened and what to do. */
export class Failure extends Error {
  readonly exitCode: number;
  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCodes[reason];
  }
}
