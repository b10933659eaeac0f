import fc from 'fast-check';
import { contract } from '#shared/contract/contract.ts';

/** What befalls one call. The operation `sqs:ReceiveMessage` is the delivery of a batch to a function. */
export interface Fault {
  /** The function that calls, or the provider that is called. */
  caller: string;
  /** Absent: the next call, whatever it is. */
  operation?: string;
  code: string;
}

/** Refused, throttled, cut off, silent, done but unanswered (so that the SDK calls twice), and a caller that dies. */
const codesOfAws = (throttling: string, refusal = 'AccessDeniedException') => [
  refusal,
  throttling,
  'connection cut',
  'no answer',
  'answer lost',
  'function dies',
];

/** Failures by service. What else a model does wrong stands in `tests/faults/chat.test.ts`. */
const codes: Record<string, string[]> = {
  dynamodb: codesOfAws('ProvisionedThroughputExceededException'),
  // Whoever may not list a bucket is refused access to what does not exist, so that a refusal means that.
  s3: codesOfAws('SlowDown', 'InvalidRequest'),
  stripe: ['RateLimited', 'InternalError', 'connection cut', 'no answer', 'answer lost'],
  openai: ['slow', 'rate_limit_exceeded', 'server_error'],
};

/** Every failure of one operation. */
const codesOf = (operation: string): string[] =>
  operation === 'sqs:ReceiveMessage'
    ? ['delivered twice', 'delivered late']
    : (codes[operation.split(':')[0]!] ?? codesOfAws('ThrottlingException'));

/**
 * Failures of one caller in a round. More would use up the tries of a queue or a workflow, and a job would rightly give
 * up. People try more often.
 */
const mostOf = (caller: string) =>
  Object.hasOwn(contract, caller.replace('antecede-local-', '')) ? 5 : 2;

/** The rounds in which every recorded call meets every failure, in an order of the seed. */
export function planRounds(calls: Record<string, string[]>, seed: number): Fault[][] {
  const rounds: Fault[][] = [];
  for (const [caller, operations] of Object.entries(calls)) {
    // Calls are recorded in the order of a race.
    const faults = operations
      .toSorted()
      .flatMap((operation) => codesOf(operation).map((code) => ({ caller, operation, code })));
    const [shuffled = []] = fc.sample(
      fc.shuffledSubarray(faults, { minLength: faults.length, maxLength: faults.length }),
      { seed, numRuns: 1 },
    );
    for (const [position, fault] of shuffled.entries()) {
      const round = Math.floor(position / mostOf(caller));
      rounds[round] ??= [];
      rounds[round].push(fault);
    }
  }
  return rounds;
}

/** A failure for the first call of each function, in turns so that all kinds happen. */
export function firstCalls(functionNames: readonly string[], seed: number): Fault[] {
  const kinds = codesOf('');
  return functionNames.map((caller, position) => ({
    caller,
    code: kinds[(position + seed) % kinds.length]!,
  }));
}
