import fc from 'fast-check';

/** What befalls one call. The operation `sqs:ReceiveMessage` is the delivery of a batch to a function. */
export interface Fault {
  functionName: string;
  /** Absent: the next call, whatever it is. */
  operation?: string;
  code: string;
}

/** How each service says that it is asked too much. The SDK tries again by itself. */
const throttlingCodes: Record<string, string> = {
  dynamodb: 'ProvisionedThroughputExceededException',
  s3: 'SlowDown',
};

/** Every failure of one operation: refused, throttled, cut off, done but unanswered, and a caller that dies. */
const codesOf = (operation: string): string[] =>
  operation === 'sqs:ReceiveMessage'
    ? ['delivered twice', 'delivered late']
    : [
        'AccessDeniedException',
        throttlingCodes[operation.split(':')[0]!] ?? 'ThrottlingException',
        'connection cut',
        'answer lost',
        'function dies',
      ];

/**
 * The rounds in which every recorded call of every function meets every failure. In one round a function meets one
 * failure, so that it can be seen to recover.
 */
export function planRounds(calls: Record<string, string[]>, seed: number): Fault[][] {
  const rounds: Fault[][] = [];
  for (const [functionName, operations] of Object.entries(calls)) {
    const faults = operations.flatMap((operation) =>
      codesOf(operation).map((code) => ({ functionName, operation, code })),
    );
    const [shuffled = []] = fc.sample(
      fc.shuffledSubarray(faults, { minLength: faults.length, maxLength: faults.length }),
      { seed, numRuns: 1 },
    );
    for (const [round, fault] of shuffled.entries()) {
      rounds[round] ??= [];
      rounds[round].push(fault);
    }
  }
  return rounds;
}

/** A failure for the first call of each function, in turns so that all kinds happen. */
export function firstCalls(functionNames: readonly string[], seed: number): Fault[] {
  const codes = codesOf('');
  return functionNames.map((functionName, position) => ({
    functionName,
    code: codes[(position + seed) % codes.length]!,
  }));
}
