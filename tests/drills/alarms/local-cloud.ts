/** What drills do to a local cloud of their own: order failures, send messages, let time pass, read its alarms. */
import { setTimeout as pause } from 'node:timers/promises';
import { PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Assembly } from '#local/assembly/load-assembly.ts';
import type { AlarmState } from '#local/watch/alarms.ts';
import type { Datum } from '#local/watch/metrics.ts';
import type { QueueName } from '#shared/resources.ts';
import { clientAt, type Member, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { assemblyOf, type Stack } from '#tests/support/stack.ts';

/** A failure that calls meet until it is taken back. */
interface Failure {
  /** Service and operation; every call of the function if it is absent. */
  operation?: string;
  code: string;
  /** Job or endpoint. */
  of?: string;
  containing?: string;
}

const often = 1_000_000;

export interface LocalCloud {
  readonly stack: Stack;
  readonly origin: string;
  readonly assembly: Assembly;
  /** An admin with an organization on trial. */
  admin(): Promise<Member>;
  fail(failure: Failure): Promise<void>;
  /** What failed works again. */
  mend(): Promise<void>;
  /** Puts a message into a queue that its function cannot read. */
  poison(queue: QueueName): Promise<void>;
  /** Deletes what a queue of failures holds: `aws sqs purge-queue`. */
  discard(queue: 'DeadLetters' | 'ErasuresDeadLetters' | 'FailedJobs'): Promise<void>;
  /** Subscribes an address to the newsletter, which mails it. */
  subscribe(address: string): Promise<void>;
  publish(datum: Datum): Promise<void>;
  /** The alarm that is practised, as it stands. */
  state(): Promise<AlarmState>;
  /** Sets the clock forward, and waits until what is due then has run. */
  pass(minutes: number): Promise<void>;
  /** Waits until no function runs. */
  settle(): Promise<void>;
}

const functionName = (name: string) => `antecede-local-${name}`;

/** @param alarm name of the alarm that is practised, without that of the environment */
export async function openLocalCloud(stack: Stack, alarm: string): Promise<LocalCloud> {
  const { origin } = stack;
  const assembly = await assemblyOf(stack);
  const sqs = new SQSClient(stack.client);
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${origin}/_local/${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const post = (path: string, body: unknown) =>
    ask(path, { method: 'POST', body: JSON.stringify(body) });
  const queueOf = (name: string) => {
    const found = assembly.resources.find(
      ({ type, logicalId }) =>
        type === 'AWS::SQS::Queue' && new RegExp(`^${name}[0-9A-F]{8}$`).test(logicalId),
    );
    if (!found) throw new Error(`No template has the queue ${name}`);
    return found;
  };
  let admin: Promise<Member> | undefined;
  const cloud: LocalCloud = {
    stack,
    origin,
    assembly,
    admin: () => (admin ??= newAdminAt(origin)),
    fail: ({ of, ...failure }) =>
      post('faults', { ...failure, caller: of && functionName(of), times: often }),
    mend: () => ask('faults', { method: 'DELETE' }),
    async poison(queue) {
      const QueueUrl = queueOf(`${queue}Queue`).ref;
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"drill":"unreadable"}' }));
    },
    async discard(queue) {
      await sqs.send(new PurgeQueueCommand({ QueueUrl: queueOf(queue).ref }));
    },
    async subscribe(EMAIL) {
      await clientAt(origin)('subscribe-newsletter', { body: { EMAIL } });
      await cloud.settle();
    },
    publish: (datum) => post('metrics', datum),
    async state() {
      const states: AlarmState[] = await ask('alarms');
      const found = states.find(({ name }) => name === functionName(alarm));
      if (!found) throw new Error(`The local cloud has no alarm ${alarm}`);
      return found;
    },
    async settle() {
      // Deliveries and retries begin a moment after the clock has gone forward.
      for (let still = 0; still < 3; ) {
        await pause(200);
        const { running } = await ask('faults');
        still = running === 0 ? still + 1 : 0;
      }
    },
    async pass(minutes) {
      await advanceClock(origin, `${Math.ceil(minutes * 60)}s`);
      await cloud.settle();
    },
  };
  return cloud;
}
