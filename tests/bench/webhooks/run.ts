import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '#engine/random.ts';
import { retryPauses } from '#shared/webhooks.ts';
import { signIn } from '#tests/api/support/cognito.ts';
import { clientAt } from '#tests/api/support/people.ts';
import { advanceClock, readClock } from '#tests/support/clock.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import { close, startStack } from '#tests/support/stack.ts';
import { newOrganization, type Organization } from '../installation.ts';
import { parseOrExit, positive } from '../parse-or-exit.ts';

const USAGE = `npm run bench -- webhooks [options]
  --events N    to be delivered (default 1000)
  --failing P   share of the calls that the receiver fails (default .5)
  --seed N      of what it fails (default 1)`;

function parse(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '1000' },
      failing: { type: 'string', default: '.5' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { events, failing, seed } = values;
  return { events: positive(events), failing: Number(failing), seed: positive(seed) };
}

/** Events that an organization may send by hand at once: `webhook` of docs/limits.md. */
const eventsAtOnce = 60;
/** What a receiver answers that fails: an error of its own, of its gateway, too much at once, and a path that is gone for now. */
const failures = [500, 503, 429, 404];
/** How long nothing must arrive until the clock is set forward. */
const quietMs = 1500;

/**
 * Sends events to webhooks whose receiver fails by chance, until each has arrived or was given up. The pauses between tries are
 * passed by the clock of the local cloud; queue, worker, signatures and retries are those of the product.
 */
export async function run(args: string[]): Promise<void> {
  const { events, failing, seed } = parseOrExit(parse, args, USAGE);
  const stack = await startStack({ functionsStay: false });
  const random = seededRandom(seed);
  const tries = new Map<string, number>();
  const arrived = new Set<string>();
  let [calls, twice] = [0, 0];
  const receiver = await startReceiver(({ headers }) => {
    const id = String(headers['webhook-id']);
    calls += 1;
    tries.set(id, (tries.get(id) ?? 0) + 1);
    if (random() < failing) return failures[calls % failures.length]!;
    if (arrived.has(id)) twice += 1;
    arrived.add(id);
    return 204;
  });
  try {
    const senders: (Organization & { params: { webhook_id: string } })[] = [];
    for (let i = 0; i * eventsAtOnce < events; i++) {
      const organization = await newOrganization(stack.origin, `bench${i}@example.com`);
      const body = { url: receiver.url, events: ['index.ready' as const] };
      const { webhook } = await organization.call('create-webhook', { body });
      senders.push({ ...organization, params: { webhook_id: webhook.webhook_id } });
    }
    const began = performance.now();
    const beganAt = await readClock(stack.origin);
    let sent = 0;
    for (const { call, params } of senders) {
      for (let i = 0; i < eventsAtOnce && sent < events; i++, sent++) {
        await call('try-webhook', { params });
      }
    }
    console.log(`${sent} events sent in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const statusOf = async () => {
      const counts: Record<string, number> = {};
      for (const { params, email, password } of senders) {
        // A token lasts for an hour of the clock.
        const { IdToken } = await signIn(stack.origin, { email, password });
        const call = clientAt(stack.origin, IdToken);
        let cursor: string | undefined;
        do {
          const page = await call('list-webhook-deliveries', { params, query: { cursor } });
          for (const { status } of page.items) counts[status] = (counts[status] ?? 0) + 1;
          cursor = page.next;
        } while (cursor !== undefined);
      }
      return counts;
    };
    let counts: Record<string, number> = { waiting: sent };
    for (let step = 0; counts.waiting; step++) {
      for (let before = -1; before !== calls; ) {
        before = calls;
        await sleep(quietMs);
      }
      if (arrived.size === sent || step >= retryPauses.length) counts = await statusOf();
      console.log(`${arrived.size} arrived after ${calls} calls`);
      // By the pauses of a delivery: what fails again and again waits longer and longer.
      const pause = retryPauses[Math.min(step, retryPauses.length - 1)]!;
      if (counts.waiting) await advanceClock(stack.origin, `${pause + 1}s`);
    }
    const days = ((await readClock(stack.origin)).getTime() - beganAt.getTime()) / 86_400_000;
    const byTries = Map.groupBy(tries.values(), (count) => count);
    console.log(`${calls} calls, ${calls - arrived.size - twice} of them failed`);
    console.log(
      `${arrived.size} of ${sent} events arrived, ${twice} of them once more; by status:`,
      counts,
    );
    const share = [...byTries]
      .toSorted(([a], [b]) => a - b)
      .map(([n, all]) => `${n}: ${all.length}`);
    console.log(`events by tries: ${share.join(', ')}`);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`${days.toFixed(2)} days of the clock, ${seconds} s of this machine`);
  } finally {
    receiver.close();
    await close(stack);
  }
}
