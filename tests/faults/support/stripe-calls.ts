/** What a function calls at Stripe, and a cut after any of these calls. */
import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';

/** How a run is cut short once a call has done its work at Stripe. */
export type Cut = 'function dies' | 'answer is lost';

interface Run {
  /** `POST /v1/customers`, in the order in which they were sent. */
  calls: string[];
  cut?: { after: number; how: Cut } | undefined;
  dead: boolean;
  /** The call whose answer is lost: the client sends it again, with its idempotency key. */
  lost?: string;
  die(): void;
}

/** Whether a call changes something at Stripe. */
export const isWriting = (call: string) => !call.startsWith('GET ');

const runs = new AsyncLocalStorage<Run>();
const never = new Promise<never>(() => {});

const transport = Object.getPrototypeOf(Stripe.createNodeHttpClient());
const send = transport.makeRequest;
transport.makeRequest = async function (
  this: unknown,
  host: string,
  port: string,
  path: string,
  method: string,
  headers: Record<string, string>,
  ...rest: unknown[]
) {
  const request = () => send.call(this, host, port, path, method, headers, ...rest);
  const run = runs.getStore();
  if (!run) return request();
  if (run.dead) return never;
  const call = `${method} ${path.replace(/\?.*/, '')}`;
  const identity = `${method} ${path} ${headers['Idempotency-Key']}`;
  const isRepetition = run.lost === identity;
  if (!isRepetition) run.calls.push(call);
  const isCut = run.cut !== undefined && run.calls.length === run.cut.after;
  const answer = await request();
  // Another call of this run was cut while this one was under way.
  if (run.dead) return never;
  if (isRepetition || (isCut && run.cut?.how === 'answer is lost')) {
    run.lost = identity;
    throw new Error('socket hang up');
  }
  if (!isCut) return answer;
  run.dead = true;
  run.die();
  return never;
};

/** Runs `work` and gives the calls that it made. */
export async function recordCalls(work: () => Promise<unknown>): Promise<string[]> {
  const run: Run = { calls: [], dead: false, die() {} };
  await runs.run(run, work);
  return run.calls;
}

/**
 * Runs `work` until the answer of its call number `after` (the first is 1). A function that dies does nothing
 * any more; where the answer is lost, so are those of the client's repetitions, and the code sees a failure.
 * @returns whether the run was cut: a repeated one may need fewer calls
 */
export async function cutAfter(
  after: number,
  how: Cut,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const death = Promise.withResolvers<void>();
  const run: Run = { calls: [], dead: false, cut: { after, how }, die: death.resolve };
  const failure = runs.run(run, work).then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([failure, death.promise]);
  return run.dead || run.lost !== undefined;
}
