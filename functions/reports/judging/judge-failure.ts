/**
 * `away`: the model does not answer, or asks to wait, after the repetitions of the SDK. `refused`: its provider refuses the key,
 * the model or the request, which an operator has to mend. `limit`: it was not asked.
 */
type JudgeStop = 'away' | 'refused' | 'limit';

/** The model gave no reply. */
export class JudgeFailure extends Error {
  readonly reason: JudgeStop;
  /** Whether it is certain that the request cost nothing: the service answered with an error. */
  readonly isCertain: boolean;
  constructor(reason: JudgeStop, isCertain: boolean, cause?: unknown) {
    super(`The model gave no judgement: ${reason}`, { cause });
    this.name = 'JudgeFailure';
    this.reason = reason;
    this.isCertain = isCertain;
  }
}
