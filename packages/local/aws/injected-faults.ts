import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { AwsError } from './service.ts';

const fault = z.strictObject({
  /**
   * Service and operation, for instance `dynamodb:TransactWriteItems` or `openai:CreateResponse`. Absent: any. Two are of
   * the cloud itself: with `lambda:Run` the function that `caller` names fails or is turned away
   * (`TooManyRequestsException`), with `lambda:Poll` its queue is not read.
   */
  operation: z.string().optional(),
  /**
   * Error code of the service; of a transaction also a cancellation reason, `TransactionConflict`. OpenAI's stand
   * in `packages/local/openai/faults.ts`. Five are not codes: `connection cut` ends the connection and the call does nothing;
   * with `no answer` it does nothing either, and its caller waits as long as it likes; after `answer lost` the call is
   * done, but its caller does not hear of it; after `function dies` its caller stops there, too. Before the call
   * the `clock jumps` by 15 seconds, half of the shortest lease.
   */
  code: z.string(),
  /** Only calls whose body contains this: other callers stay unharmed. */
  containing: z.string().optional(),
  /** Only calls of this function. For `stripe` and `openai`: calls of any function. */
  caller: z.string().optional(),
  /** How many calls fail; those after them succeed. */
  times: z.number().int().min(1),
});

/** Failures of AWS and OpenAI that a test asks for, because a healthy local cloud never shows them. */
export interface InjectedFaults {
  /** Adds one order. Throws `z.ZodError` if it is malformed. */
  order(input: unknown): void;
  /** Orders that no call has met yet, and the calls so far: of each function, and of all to each provider. */
  list(): { due: unknown[]; calls: Record<string, string[]> };
  /** Takes all orders back. */
  clear(): void;
  /**
   * Fails with what is due for a call, if something is.
   * @returns whether the call may go on: the connection may be cut or stay silent instead
   */
  meet(call: FaultyCall): Promise<boolean>;
  /** Gives the code of the failure that is due for a call, if one is: for services that fail in their own terms. */
  take(operation: string, body: Buffer, caller: string): string | undefined;
  /** The same for what is no call of a function, and so not among its calls: a function that runs, a queue that is polled. */
  takeQuietly(operation: 'lambda:Run' | 'lambda:Poll', functionName: string): string | undefined;
}

/** A call that may meet a failure. */
interface FaultyCall {
  operation: string;
  /** Absent for browsers and the host. */
  caller: string | undefined;
  /** Absent for S3, whose bodies are streams. */
  body: Buffer | undefined;
  response: ServerResponse;
  /** Ends the caller. */
  endCaller?(): void;
}

const jumpMs = 15_000;

/** @param advance sets the clock forward by milliseconds */
export function openInjectedFaults(
  advance: (milliseconds: number) => Promise<void> = async () => {},
): InjectedFaults {
  const due: z.output<typeof fault>[] = [];
  const calls = new Map<string, Set<string>>();
  const take = (operation: string, body: Buffer | undefined, caller: string | undefined) => {
    if (caller) calls.set(caller, (calls.get(caller) ?? new Set()).add(operation));
    return spend(
      due.find(
        (one) =>
          (one.operation === undefined || one.operation === operation) &&
          (one.caller === undefined || one.caller === caller) &&
          (one.containing === undefined || body?.includes(one.containing)),
      ),
    );
  };
  const spend = (met: z.output<typeof fault> | undefined) => {
    if (!met) return undefined;
    met.times -= 1;
    if (met.times === 0) due.splice(due.indexOf(met), 1);
    return met.code;
  };
  return {
    order: (input) => void due.push(fault.parse(input)),
    list: () => ({
      due,
      calls: Object.fromEntries([...calls].map(([name, operations]) => [name, [...operations]])),
    }),
    clear: () => void due.splice(0),
    take,
    takeQuietly: (operation, functionName) =>
      spend(due.find((one) => one.operation === operation && one.caller === functionName)),
    async meet({ operation, caller, body, response, endCaller }) {
      const code = take(operation, body, caller);
      if (code === 'connection cut') {
        response.destroy();
        return false;
      }
      if (code === 'no answer') return false;
      if (code === 'clock jumps') await advance(jumpMs);
      else if (code === 'answer lost') withhold(response);
      else if (code === 'function dies') withhold(response, endCaller);
      else if (code) throw failure(code, body);
      return true;
    },
  };
}

/** Ends the connection where the answer would begin. */
function withhold(response: ServerResponse, then = () => {}): void {
  const destroy = () => {
    response.destroy();
    then();
    return response;
  };
  response.writeHead = destroy;
  response.write = () => !destroy();
  response.end = destroy;
}

/** As the services answer when they are overloaded or broken. */
const statusOf = (code: string): number => {
  if (code === 'SlowDown') return 503;
  if (code === 'RateLimited') return 429;
  return code.startsWith('Internal') ? 500 : 400;
};

function failure(code: string, body: Buffer | undefined): AwsError {
  if (code !== 'TransactionConflict' || !body) {
    return new AwsError(code, 'Ordered by a test.', statusOf(code));
  }
  const items = (JSON.parse(body.toString()) as { TransactItems: unknown[] }).TransactItems;
  const CancellationReasons = items.map((_, position) => ({
    Code: position === 0 ? code : 'None',
  }));
  const message = 'Transaction cancelled, please refer cancellation reasons for specific reasons';
  return new AwsError('TransactionCanceledException', message, 400, { CancellationReasons });
}
