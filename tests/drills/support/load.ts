import { setTimeout as pause } from 'node:timers/promises';
import type { ApiError } from '#shared/client.ts';

/** How often each kind of request was answered, and how often it was refused, by the code of the refusal. */
export type Answers = Record<string, Record<string, number>>;

/** Requests that go on without an end. */
export interface Load {
  /** Resolves when each kind has been answered so many times more, well or not. */
  pass(times: number): Promise<void>;
  /** Ends it. @returns all answers since it began */
  stop(): Promise<Answers>;
}

/**
 * Sends requests of each kind one after the other, all kinds beside each other.
 * @param pauseMs between an answer and the next request, so that no limit is met
 */
export function beginLoad(kinds: Record<string, () => Promise<unknown>>, pauseMs: number): Load {
  const answers: Answers = {};
  const sent = new Map(Object.keys(kinds).map((kind) => [kind, 0]));
  let stopped = false;
  const clients = Object.entries(kinds).map(async ([kind, request]) => {
    const own: Record<string, number> = {};
    answers[kind] = own;
    while (!stopped) {
      const answer = await request().then(
        () => 'answered',
        (error: ApiError) => error.code ?? String(error),
      );
      own[answer] = (own[answer] ?? 0) + 1;
      sent.set(kind, sent.get(kind)! + 1);
      await pause(pauseMs);
    }
  });
  return {
    async pass(times) {
      const goals = [...sent].map(([kind, count]) => [kind, count + times] as const);
      while (goals.some(([kind, goal]) => sent.get(kind)! < goal)) await pause(pauseMs);
    },
    async stop() {
      stopped = true;
      await Promise.all(clients);
      return answers;
    },
  };
}
