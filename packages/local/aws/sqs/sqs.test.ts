import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { permissionsOf } from '#local/aws/test-call.ts';
import { testClock } from '#local/test-clock.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openSqs } from './sqs.ts';
import { arn, openTestSqs } from './test-sqs.ts';

let sqs: Awaited<ReturnType<typeof openTestSqs>>;
beforeEach(async () => {
  sqs = await openTestSqs();
});
afterEach(() => sqs.close());

/** Longer than a busy machine takes to hand over a message. */

describe('messages', () => {
  test('survive a restart, come in order, and go when handled', async () => {
    for (const body of ['a', 'b', 'c']) await sqs.send(body);
    await sqs.close(false);
    sqs = await openTestSqs(sqs.dataDir);
    const seen = sqs.collect('mail');
    await eventually(() => expect(seen).toEqual(['a#1', 'b#1', 'c#1']));
    sqs.clock.advance(60_000);
    await sqs.send('d');
    await eventually(() => expect(seen).toEqual(['a#1', 'b#1', 'c#1', 'd#1']));
  });

  test('reappear after the visibility timeout and end in the dead-letter queue', async () => {
    const dead = sqs.collect('dead');
    const seen = sqs.collect('mail');
    await sqs.send('poison');
    for (const count of [1, 2, 3]) {
      await eventually(() => expect(seen).toHaveLength(count));
      expect(seen.at(-1)).toBe(`poison#${count}`);
      expect(dead).toEqual([]);
      sqs.clock.advance(30_000);
    }
    await eventually(() => expect(dead).toEqual(['poison#1']));
    expect(seen).toHaveLength(3);
  });

  test('wait for their delay, and are forgotten after the retention period', async () => {
    await sqs.send('later', { DelaySeconds: 60 });
    await sqs.send('forgotten', { DelaySeconds: 900 });
    const seen = sqs.collect('mail');
    await sleep(100);
    expect(seen).toEqual([]);
    sqs.clock.advance(60_000);
    await eventually(() => expect(seen).toEqual(['later#1']));
    sqs.clock.advance(5 * 86_400_000);
    await sqs.send('last');
    await eventually(() => expect(seen).toEqual(['later#1', 'last#1']));
  });
});

describe('queues', () => {
  test('what is not emulated or not allowed is refused', async () => {
    const { QueueUrl } = sqs;
    await expect(sqs.declare('x.fifo', { FifoQueue: true })).rejects.toThrow('FifoQueue');
    await expect(sqs.send('x', { MessageGroupId: 'g' })).rejects.toThrow(
      'MessageGroupId is not emulated',
    );
    await expect(sqs.send('\u0000')).rejects.toMatchObject({ name: 'InvalidMessageContents' });
    await expect(sqs.send('x'.repeat(1_048_577))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    await expect(sqs.send('x', { DelaySeconds: 901 })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    await expect(sqs.send('x', { QueueUrl: `${QueueUrl}x` })).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
    for (const operation of ['ChangeMessageVisibility', 'toString']) {
      await expect(permissionsOf(sqs.service, operation, { QueueUrl })).rejects.toThrow(
        'not emulated',
      );
    }
    const message = { QueueUrl, MessageBody: 'x' };
    expect(await permissionsOf(sqs.service, 'SendMessage', message)).toEqual([
      { action: 'sqs:SendMessage', resource: arn('mail') },
    ]);
  });

  test('their depth and the age of the oldest message are told until they are purged', async () => {
    await sqs.send('first');
    sqs.clock.advance(60_000);
    await sqs.send('second');
    await sqs.send('hidden', { DelaySeconds: 30 });
    const depthOf = (queue: string) => sqs.service.depths().find(({ name }) => name === queue);
    expect(depthOf('mail')).toEqual({ name: 'mail', visible: 2, oldestSeconds: 60 });
    expect(depthOf('dead')).toEqual({ name: 'dead', visible: 0, oldestSeconds: 0 });
    await sqs.purge();
    expect(depthOf('mail')).toEqual({ name: 'mail', visible: 0, oldestSeconds: 0 });
  });

  test('one whose poller is off is read when it is on again', async () => {
    let isOff = true;
    const seen: string[] = [];
    const collect = async (records: { body: string }[]) => {
      seen.push(...records.map(({ body }) => body));
      return [];
    };
    sqs.service.consume(arn('mail'), 1, collect, () => isOff);
    await sqs.send('waits');
    sqs.clock.advance(60_000);
    expect(sqs.service.depths()[1]).toMatchObject({ visible: 1, oldestSeconds: 60 });
    isOff = false;
    sqs.clock.advance(60_000);
    await eventually(() => expect(seen).toEqual(['waits']));
  });

  test('a damaged file is one line', async () => {
    const damaged = mkdtempSync(join(tmpdir(), 'sqs-'));
    writeFileSync(join(damaged, 'sqs.sqlite'), 'nonsense'.repeat(1000));
    const opening = openSqs({ dataDir: damaged, clock: testClock(), onFault: console.error });
    await expect(opening).rejects.toThrow(/sqs\.sqlite.*delete it/);
    rmSync(damaged, { recursive: true });
  });
});
