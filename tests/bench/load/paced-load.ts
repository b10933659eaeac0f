import { setTimeout as pause } from 'node:timers/promises';
import { hangSeconds, type Load, type Measured, problemOf } from './measure.ts';

/**
 * Clients that each wait for their answer, and then until their next request is due. On a busy machine they ask for less, so
 * that nothing piles up.
 */
export async function pacedLoad(load: Load): Promise<Measured> {
  const { origin, connections, seconds, requests, perSecond, refusals = [] } = load;
  const everyMs = perSecond ? (connections / perSecond) * 1000 : 0;
  const wrong = new Set<string>();
  const statuses: Record<string, number> = {};
  const tookMs: number[] = [];
  const end = performance.now() + seconds * 1000;
  const client = async (first: number) => {
    // Clients do not ask all at once.
    await pause((first / connections) * everyMs);
    for (let at = first; performance.now() < end; at++) {
      const started = performance.now();
      const { path = '/', method, headers, body } = requests[at % requests.length]!;
      try {
        const answer = await fetch(origin + path, {
          method: method ?? 'GET',
          headers: headers as Record<string, string>,
          body: body as string,
          signal: AbortSignal.timeout(hangSeconds * 1000),
        });
        await answer.arrayBuffer();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        const problem = problemOf(answer.status, [...answer.headers.keys()], refusals);
        if (problem) wrong.add(problem);
      } catch (error) {
        wrong.add(`a request failed: ${String(error)}`);
      }
      const took = performance.now() - started;
      tookMs.push(took);
      await pause(Math.max(0, everyMs - took));
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, position) => client(position)));
  const sorted = tookMs.sort((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  if (sorted.length === 0) wrong.add('nothing was answered');
  return {
    perSecond: sorted.length / seconds,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    statuses,
    wrong: [...wrong],
  };
}
