/**
 * Sets the clock of a local cloud forward, by a duration such as `90s`, `15m`, `2h` or `22d`. Tests of `tests/api`
 * share a stack with others, which count seconds: they advance it by ten seconds at most. `tests/clock` has a stack
 * of its own.
 */
export const advanceClock = (origin: string, duration: string): Promise<Date> =>
  ask(origin, { method: 'POST', body: JSON.stringify({ advance: duration }) });

/** The time that a local cloud goes by. */
export const readClock = (origin: string): Promise<Date> => ask(origin);

async function ask(origin: string, init?: RequestInit): Promise<Date> {
  const answer = await fetch(`${origin}/_local/clock`, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${origin}/_local/clock: ${answer.status} ${text}`);
  return new Date((JSON.parse(text) as { now: string }).now);
}
