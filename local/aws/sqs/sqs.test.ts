import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../dynamodb/test-server.ts';
import { openSqs, type SqsService } from './sqs.ts';

const clock = { advanced: 0, now: () => Date.now() + clock.advanced };
const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;

let dataDir: string;
let service: SqsService;
let server: Awaited<ReturnType<typeof serve>>;
let client: SQSClient;
let QueueUrl: string;
let deadLetterUrl: string;

const declare = (name: string, properties: object = {}) =>
  service.declare({
    stack: 'mail',
    logicalId: name,
    type: 'AWS::SQS::Queue',
    ref: name,
    attributes: { Arn: arn(name), QueueName: name },
    properties,
    metadata: {},
  });

async function open() {
  const url = (name: string) => `${server.endpoint}/000000000000/${name}`;
  service = await openSqs({ dataDir, clock, queueUrl: url });
  server = await serve(service);
  await declare('dead');
  const RedrivePolicy = { deadLetterTargetArn: arn('dead'), maxReceiveCount: 3 };
  await declare('mail', { VisibilityTimeout: 30, RedrivePolicy, SqsManagedSseEnabled: true });
  client = new SQSClient({ ...server.client, maxAttempts: 1 });
  QueueUrl = url('mail');
  deadLetterUrl = url('dead');
}

async function close() {
  client.destroy();
  await server.close();
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sqs-'));
  clock.advanced = 0;
  await open();
});
afterEach(async () => {
  await close();
  rmSync(dataDir, { recursive: true });
});

const send = (MessageBody: string, more: object = {}) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));
const receive = async (more: object = {}) => {
  const input = { QueueUrl, MaxNumberOfMessages: 10, ...more };
  return (await client.send(new ReceiveMessageCommand(input))).Messages ?? [];
};

describe('messages', () => {
  test('survive a restart, come with their attributes, and go when deleted', async () => {
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'welcome' } };
    const { MD5OfMessageAttributes } = await send('hello', { MessageAttributes });
    expect(MD5OfMessageAttributes).toMatch(/^[0-9a-f]{32}$/);
    await close();
    await open();
    const [message] = await receive({
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    });
    expect(message).toMatchObject({
      Body: 'hello',
      MessageAttributes,
      MD5OfMessageAttributes,
      Attributes: { ApproximateReceiveCount: '1' },
    });
    const { ReceiptHandle } = message!;
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    clock.advanced += 60_000;
    expect(await receive()).toEqual([]);
  });

  test('batches are sent, received in order, and deleted', async () => {
    const Entries = ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody: `body ${Id}` }));
    const { Successful } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    expect(Successful?.map((one) => one.Id)).toEqual(['a', 'b', 'c']);
    const messages = await receive();
    expect(messages.map((one) => one.Body)).toEqual(['body a', 'body b', 'body c']);
    const gone = messages.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: gone }));
    clock.advanced += 60_000;
    expect(await receive()).toEqual([]);
  });

  test('reappear after the visibility timeout and end in the dead-letter queue', async () => {
    await send('poison');
    for (const count of ['1', '2', '3']) {
      const [message] = await receive({ MessageSystemAttributeNames: ['ApproximateReceiveCount'] });
      expect(message?.Attributes).toEqual({ ApproximateReceiveCount: count });
      expect(await receive()).toEqual([]);
      clock.advanced += 30_000;
    }
    expect(await receive()).toEqual([]);
    expect(await receive({ QueueUrl: deadLetterUrl })).toMatchObject([{ Body: 'poison' }]);
  });

  test('wait for their delay, and are forgotten after the retention period', async () => {
    await send('later', { DelaySeconds: 60 });
    expect(await receive()).toEqual([]);
    clock.advanced += 60_000;
    expect(await receive({ VisibilityTimeout: 0 })).toHaveLength(1);
    clock.advanced += 5 * 86_400_000;
    expect(await receive()).toEqual([]);
  });

  test('their visibility can be changed while they are in flight', async () => {
    await send('busy');
    const [message] = await receive();
    const change = (VisibilityTimeout: number) =>
      client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl,
          ReceiptHandle: message!.ReceiptHandle,
          VisibilityTimeout,
        }),
      );
    await change(120);
    clock.advanced += 60_000;
    expect(await receive()).toEqual([]);
    await change(0);
    expect(await receive()).toHaveLength(1);
    clock.advanced += 60_000;
    await expect(change(10)).rejects.toMatchObject({ name: 'MessageNotInflight' });
  });

  test('a long poll ends when a message arrives', async () => {
    const started = performance.now();
    const polled = receive({ WaitTimeSeconds: 20 });
    setTimeout(() => send('now'), 100);
    expect(await polled).toMatchObject([{ Body: 'now' }]);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('queues', () => {
  test('tell their address and their numbers', async () => {
    const { QueueUrl: url } = await client.send(new GetQueueUrlCommand({ QueueName: 'mail' }));
    expect(url).toBe(QueueUrl);
    await send('a');
    await send('b');
    await send('c', { DelaySeconds: 9 });
    await receive({ MaxNumberOfMessages: 1 });
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      QueueArn: arn('mail'),
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
    });
  });

  test('what is not emulated or not allowed is refused', async () => {
    await expect(declare('x.fifo', { FifoQueue: true })).rejects.toThrow('FifoQueue');
    await expect(send('x', { MessageGroupId: 'g' })).rejects.toThrow(
      'not emulated: MessageGroupId',
    );
    await expect(send('\u0000')).rejects.toMatchObject({ name: 'InvalidMessageContents' });
    await expect(send('x'.repeat(1_048_577))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    await expect(send('x', { QueueUrl: `${QueueUrl}x` })).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
    await expect(
      client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'x' })),
    ).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    expect(() => service.permissions('PurgeQueue', { QueueUrl })).toThrow('not emulated');
    expect(service.permissions('SendMessageBatch', { QueueUrl })).toEqual([
      { action: 'sqs:SendMessage', resource: arn('mail') },
    ]);
  });

  test('a damaged file is one line', async () => {
    const damaged = mkdtempSync(join(tmpdir(), 'sqs-'));
    writeFileSync(join(damaged, 'sqs.sqlite'), 'nonsense'.repeat(1000));
    const opening = openSqs({ dataDir: damaged, clock, queueUrl: String });
    await expect(opening).rejects.toThrow(/sqs\.sqlite.*delete it/);
    rmSync(damaged, { recursive: true });
  });
});

describe('consumers', () => {
  test('delete what is handled and get the rest again', async () => {
    const seen: string[] = [];
    const consumer = service.consume(arn('mail'), { batchSize: 10 }, async (records) => {
      seen.push(...records.map((one) => `${one.body}#${one.attributes.ApproximateReceiveCount}`));
      return records.filter((one) => one.body === 'bad').map((one) => one.messageId);
    });
    const Entries = ['good', 'bad'].map((body, i) => ({ Id: `${i}`, MessageBody: body }));
    await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    await vi.waitFor(() => expect(seen).toEqual(['good#1', 'bad#1']));
    for (const count of [2, 3]) {
      clock.advanced += 30_000;
      await vi.waitFor(() => expect(seen.at(-1)).toBe(`bad#${count}`), 3000);
    }
    clock.advanced += 30_000;
    const dead = { QueueUrl: deadLetterUrl };
    await vi.waitFor(
      async () => expect(await receive(dead)).toMatchObject([{ Body: 'bad' }]),
      3000,
    );
    expect(seen).toHaveLength(4);
    await consumer.stop();
    await send('after');
    expect(await receive()).toHaveLength(1);
  });

  test('a handler that throws fails its whole batch', async () => {
    const handler = vi.fn().mockRejectedValue(new Error('boom'));
    service.consume(arn('mail'), { batchSize: 5 }, handler);
    await send('x');
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1));
    clock.advanced += 30_000;
    await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(2), 3000);
  });

  test('run no more batches at a time than told, and fill them within the window', async () => {
    let running = 0;
    let most = 0;
    const sizes: number[] = [];
    service.consume(
      arn('mail'),
      { batchSize: 4, batchWindowMs: 100, maxConcurrency: 2 },
      async (records) => {
        most = Math.max(most, ++running);
        sizes.push(records.length);
        await new Promise((resolve) => setTimeout(resolve, 50));
        running--;
        return [];
      },
    );
    for (let i = 0; i < 20; i++) await send(`${i}`);
    await vi.waitFor(() => expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20), 3000);
    expect(most).toBeLessThanOrEqual(2);
    expect(sizes.length).toBeLessThanOrEqual(8);
  });

  test('a queue that nobody declares cannot be consumed', () => {
    expect(() => service.consume(arn('none'), { batchSize: 1 }, async () => [])).toThrow(
      'does not exist',
    );
  });
});
