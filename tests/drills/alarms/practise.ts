import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { AlarmState } from '#local/watch/alarms.ts';
import type { Stack } from '#tests/support/stack.ts';
import { drills } from './drills.ts';
import { openLocalCloud } from './local-cloud.ts';

/** More steps than any alarm needs: five tries of a message, or twelve periods of five minutes. */
const mostSteps = 14;

/** The runbook of an alarm, as `docs/operating.md` has it. */
export function runbookOf(alarm: string): string {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const [, text] = new RegExp(`^### ${alarm}\\n\\n(.*?)(?=^##)`, 'ms').exec(page) ?? [];
  if (!text) throw new Error(`docs/operating.md has no runbook of ${alarm}`);
  return text.trim();
}

/**
 * Practises an alarm on a local cloud: causes the failure, waits until the alarm goes off, shows what it says and its runbook,
 * recovers, and waits until it is over. Throws if it does not go off, or does not end.
 * @param name of the drill
 * @param say prints one line
 */
export async function practise(
  stack: Stack,
  name: string,
  say: (line: string) => void,
): Promise<void> {
  const drill = drills[name];
  if (!drill) throw new Error(`There is no drill of ${name}`);
  const { alarm = name } = drill;
  const cloud = await openLocalCloud(stack, alarm);
  const show = ({ state, values, threshold, periodSeconds }: AlarmState) =>
    say(
      `${state}: ${values.map(shown).join(', ')} (limit ${threshold}, periods of ${periodSeconds} s)`,
    );
  /** Lets time pass until the alarm has a state. */
  const until = async (wanted: AlarmState['state'], minutes: number, act = async () => {}) => {
    for (let step = 0; step < mostSteps; step++) {
      if (step === 0 || drill.isRepeated) await act();
      const seen = await settled(wanted, cloud.state);
      show(seen);
      if (seen.state === wanted) return seen;
      await cloud.pass(minutes);
    }
    throw new Error(`${alarm} does not become ${wanted}`);
  };
  let seen: AlarmState;
  try {
    await cloud.settle();
    await until('OK', 60);
    say(`The drill ${drill.does}.`);
    seen = await until('ALARM', drill.stepMinutes, async () => {
      await drill.cause(cloud);
      await cloud.settle();
    });
    say(`The mail to the operator says: ${seen.description}`);
    say(`The runbook says:\n\n${runbookOf(alarm)}\n`);
  } finally {
    await cloud.mend();
  }
  await drill.recover?.(cloud);
  say('What failed works again.');
  // Longer than what the alarm looks back.
  const minutes = (seen.periodSeconds * (seen.values.length + 1)) / 60;
  const isOfMail = seen.metrics.some(({ namespace }) => namespace === 'AWS/SES');
  await cloud.pass(isOfMail ? 25 * 60 : minutes);
  await until('OK', minutes);
}

const shown = (value: number | null) => (value === null ? 'no data' : String(+value.toFixed(4)));

/** The state of an alarm; waits a little for the one that is wanted, because logs are read a moment later. */
async function settled(
  wanted: AlarmState['state'],
  read: () => Promise<AlarmState>,
): Promise<AlarmState> {
  for (let look = 0; ; look++) {
    const seen = await read();
    if (seen.state === wanted || look === 4) return seen;
    await pause(250);
  }
}
