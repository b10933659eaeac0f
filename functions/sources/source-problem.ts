/** Why a dataset could not be fetched, as the person is told. */
export class SourceProblem extends Error {
  /** Whether it may pass by itself in a minute. */
  readonly mayPass: boolean;
  /** Whether what is stored of the file is of no use any more. */
  readonly isOther: boolean;
  constructor(message: string, { mayPass = false, isOther = false } = {}) {
    super(message);
    this.name = 'SourceProblem';
    this.mayPass = mayPass || isOther;
    this.isOther = isOther;
  }
}
