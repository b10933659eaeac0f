/**
 * Sets the clock of a local cloud forward, by a duration such as `90s`, `15m`, `2h` or `22d`. Tests that share a stack
 * advance it by a minute at once and five in all, at most: others beside them rely on that.
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
