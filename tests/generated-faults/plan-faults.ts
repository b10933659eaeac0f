import fc from 'fast-check';
import { contract } from '#shared/contract/contract.ts';

/** What befalls one call. The operation `sqs:ReceiveMessage` is the delivery of a batch to a function. */
export interface Fault {
  /** The function that calls, or the provider that is called. */
  caller: string;
  /** Absent: the next call, whatever it is. */
  operation?: string;
  code: string;
  /** How many tries of the call fail. */
  times: number;
}

/** A kind of failure. */
interface Kind {
  code: string;
  times: number;
  /** Whether the caller fails, too. The caller does not fail if the SDK repeats the call, or the failure has no effect. */
  fails: boolean;
}

const dies = 'function dies';

const passing = (code: string): Kind => ({ code, times: 1, fails: false });

/** What the SDK tries. */
const triesOfSdk = 3;

/** Refused, throttled for longer than the SDK tries, cut off, silent, done but unanswered, late, and a caller that dies. */
const kindsOfAws = (throttling: string, refusal = 'AccessDeniedException'): Kind[] => [
  { code: refusal, times: 1, fails: true },
  { code: throttling, times: triesOfSdk, fails: true },
  { code: dies, times: 1, fails: true },
  ...['connection cut', 'no answer', 'answer lost', 'clock jumps'].map(passing),
];

/** Failures by service. What else a model does wrong stands in `tests/faults/chat.test.ts`. */
const kinds: Record<string, Kind[]> = {
  dynamodb: kindsOfAws('ProvisionedThroughputExceededException'),
  // A role that may not list a bucket is refused access to what does not exist, so that a refusal means that.
  s3: kindsOfAws('SlowDown', 'InvalidRequest'),
  stripe: ['RateLimited', 'InternalError', 'connection cut', 'no answer', 'answer lost'].map(
    passing,
  ),
  openai: ['slow', 'rate_limit_exceeded', 'server_error'].map(passing),
};

/** Every failure of one operation. */
const kindsOf = (operation: string): Kind[] =>
  operation === 'sqs:ReceiveMessage'
    ? ['delivered twice', 'delivered late'].map(passing)
    : (kinds[operation.split(':')[0]!] ?? kindsOfAws('ThrottlingException'));

/**
 * How often a caller fails in a round, and how often it dies. More would use up the tries of a queue, or those of a
 * workflow, which starts a step that died once more: a job would rightly give up. People try more often.
 */
const mostOf = (caller: string) =>
  Object.hasOwn(contract, caller.replace('antecede-local-', ''))
    ? { failures: 5, deaths: 5 }
    : { failures: 2, deaths: 1 };

/**
 * The rounds in which every recorded call meets every failure, in an order of the seed. A call meets one failure in a
 * round: two would come together, the second when the SDK repeats the call.
 */
export function planRounds(calls: Record<string, string[]>, seed: number): Fault[][] {
  // Calls are recorded in the order of a race.
  const recorded = Object.entries(calls)
    .flatMap(([caller, operations]) => operations.map((operation) => ({ caller, operation })))
    .toSorted((a, b) => (`${a.caller} ${a.operation}` < `${b.caller} ${b.operation}` ? -1 : 1));
  const faults = recorded.flatMap((call) =>
    kindsOf(call.operation).map((kind) => ({ ...call, ...kind })),
  );
  const [shuffled = []] = fc.sample(
    fc.shuffledSubarray(faults, { minLength: faults.length, maxLength: faults.length }),
    { seed, numRuns: 1 },
  );
  const rounds: (typeof faults)[] = [];
  for (const fault of shuffled) {
    const { caller, operation, code, fails } = fault;
    const most = mostOf(caller);
    const isFull = (round: typeof faults) => {
      const own = round.filter((one) => one.caller === caller);
      const failures = own.filter((one) => one.fails).length;
      const deaths = own.filter((one) => one.code === dies).length;
      return (
        own.some((one) => one.operation === operation) ||
        (fails && failures >= most.failures) ||
        (code === dies && deaths >= most.deaths)
      );
    };
    const free = rounds.find((round) => !isFull(round));
    if (free) free.push(fault);
    else rounds.push([fault]);
  }
  return rounds.map((round) =>
    round.map(({ caller, operation, code, times }) => ({ caller, operation, code, times })),
  );
}

/** A failure for the first call of each function, in turns so that all kinds happen. */
export function firstCalls(functionNames: readonly string[], seed: number): Fault[] {
  const kindsOfAny = kindsOf('');
  return functionNames.map((caller, position) => {
    const { code, times } = kindsOfAny[(position + seed) % kindsOfAny.length]!;
    return { caller, code, times };
  });
}
