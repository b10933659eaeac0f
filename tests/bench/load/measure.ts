import autocannon from 'autocannon';
import { waitFor } from '#tests/support/wait-for.ts';

/** What a number of connections got, each sending its next request when the last one is answered. */
export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** What was wrong with an answer, in words, once each. */
  wrong: string[];
}

export interface Load {
  origin: string;
  connections: number;
  seconds: number;
  /** Each connection begins with another one. */
  requests: readonly autocannon.Request[];
  /** Requests a second of all connections together. Absent: as many as are answered. */
  perSecond?: number;
  /** Statuses of refusals that say when to try again, beside 429 and 503. */
  refusals?: readonly number[];
}

/** Longer than API Gateway waits for a function: what takes longer hangs. */
export const hangSeconds = 35;

/** Waits until the functions have done what was asked of them: nobody waits for it any more, but it takes time. */
const untilIdle = (origin: string) =>
  waitFor('functions to come to rest', async () => {
    const { running } = await (await fetch(`${origin}/_local/faults`)).json();
    return running === 0;
  });

/** What is wrong with an answer, in words: nothing with a success, and with a refusal that says when to try again. */
export function problemOf(
  status: number,
  headers: readonly string[],
  refusals: readonly number[] = [],
): string | undefined {
  if (status < 400 || refusals.includes(status)) return undefined;
  if (![429, 503].includes(status)) return `status ${status}`;
  const isTold = headers.some((name) => name.toLowerCase() === 'retry-after');
  return isTold ? undefined : `${status} without Retry-After`;
}

/** Sends requests for some seconds. */
export async function measure(load: Load): Promise<Measured> {
  const wrong = new Set<string>();
  const requests = load.requests.map((request) => ({
    ...request,
    onResponse: (status: number, _body: string, _context: object, headers: object = {}) => {
      const problem = problemOf(status, Object.keys(headers), load.refusals);
      if (problem) wrong.add(problem);
    },
  }));
  let clients = 0;
  const result = await autocannon({
    url: load.origin,
    connections: load.connections,
    duration: load.seconds,
    timeout: hangSeconds,
    ...(load.perSecond && { overallRate: load.perSecond }),
    requests,
    setupClient(client) {
      const first = clients++ % requests.length;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  });
  await untilIdle(load.origin);
  if (result.requests.total === 0) wrong.add('nothing was answered');
  if (result.errors) wrong.add(`${result.errors} connections failed`);
  if (result.timeouts) wrong.add(`${result.timeouts} requests hung`);
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(
    ([status, { count = 0 }]) => [status, count] as const,
  );
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    statuses: Object.fromEntries(statuses),
    wrong: [...wrong],
  };
}
