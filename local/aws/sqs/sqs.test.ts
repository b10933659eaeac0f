import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqs } from './sqs.ts';
import { arn, openTestSqs } from './test-sqs.ts';

let sqs: Awaited<ReturnType<typeof openTestSqs>>;
let QueueUrl: string;
beforeEach(async () => {
  sqs = await openTestSqs();
  QueueUrl = sqs.QueueUrl;
});
afterEach(() => sqs.close());

describe('messages', () => {
  test('survive a restart, come with their attributes, and go when deleted', async () => {
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'welcome' } };
    const { MD5OfMessageAttributes } = await sqs.send('hello', { MessageAttributes });
    expect(MD5OfMessageAttributes).toMatch(/^[0-9a-f]{32}$/);
    await sqs.close(false);
    sqs = await openTestSqs(sqs.dataDir);
    QueueUrl = sqs.QueueUrl;
    const [message] = await sqs.receive({
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
    await sqs.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    sqs.clock.advancedMs += 60_000;
    expect(await sqs.receive()).toEqual([]);
  });

  test('batches are sent, received in order, and deleted', async () => {
    const Entries = ['a', 'b', 'c'].map((Id) => ({ Id, MessageBody: `body ${Id}` }));
    const { Successful } = await sqs.client.send(
      new SendMessageBatchCommand({ QueueUrl, Entries }),
    );
    expect(Successful?.map((one) => one.Id)).toEqual(['a', 'b', 'c']);
    const messages = await sqs.receive();
    expect(messages.map((one) => one.Body)).toEqual(['body a', 'body b', 'body c']);
    const gone = messages.map(({ ReceiptHandle }, i) => ({ Id: `${i}`, ReceiptHandle }));
    await sqs.client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: gone }));
    sqs.clock.advancedMs += 60_000;
    expect(await sqs.receive()).toEqual([]);
  });

  test('of a batch are refused one by one', async () => {
    const batch = (Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[]) =>
      sqs.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    const { Successful, Failed } = await batch([
      { Id: 'good', MessageBody: 'x' },
      { Id: 'odd', MessageBody: '\u0000' },
      { Id: 'late', MessageBody: 'y', DelaySeconds: 901 },
    ]);
    expect(Successful?.map((one) => one.Id)).toEqual(['good']);
    expect(Failed).toMatchObject([
      { Id: 'odd', Code: 'InvalidMessageContents', SenderFault: true },
      { Id: 'late', Code: 'InvalidParameterValue', SenderFault: true },
    ]);
    const [{ ReceiptHandle }] = (await sqs.receive()) as [{ ReceiptHandle: string }];
    const Entries = [
      { Id: 'known', ReceiptHandle },
      { Id: 'unknown', ReceiptHandle: 'x' },
    ];
    const deleted = await sqs.client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    expect(deleted).toMatchObject({
      Successful: [{ Id: 'known' }],
      Failed: [{ Id: 'unknown', Code: 'ReceiptHandleIsInvalid' }],
    });
    await expect(batch([{ Id: 'a b', MessageBody: 'x' }])).rejects.toMatchObject({
      name: 'InvalidBatchEntryId',
    });
    const half = 'x'.repeat(600_000);
    await expect(
      batch([
        { Id: '1', MessageBody: half },
        { Id: '2', MessageBody: half },
      ]),
    ).rejects.toMatchObject({ name: 'BatchRequestTooLong' });
  });

  test('reappear after the visibility timeout and end in the dead-letter queue', async () => {
    await sqs.send('poison');
    for (const count of ['1', '2', '3']) {
      const [message] = await sqs.receive({
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      });
      expect(message?.Attributes).toEqual({ ApproximateReceiveCount: count });
      expect(await sqs.receive()).toEqual([]);
      sqs.clock.advancedMs += 30_000;
    }
    expect(await sqs.receive()).toEqual([]);
    expect(await sqs.receive({ QueueUrl: sqs.deadLetterUrl })).toMatchObject([{ Body: 'poison' }]);
  });

  test('wait for their delay, and are forgotten after the retention period', async () => {
    await sqs.send('later', { DelaySeconds: 60 });
    expect(await sqs.receive()).toEqual([]);
    sqs.clock.advancedMs += 60_000;
    expect(await sqs.receive({ VisibilityTimeout: 0 })).toHaveLength(1);
    sqs.clock.advancedMs += 5 * 86_400_000;
    expect(await sqs.receive()).toEqual([]);
  });

  test('their visibility can be changed while they are in flight', async () => {
    await sqs.send('busy');
    const [message] = await sqs.receive();
    const change = (VisibilityTimeout: number) =>
      sqs.client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl,
          ReceiptHandle: message!.ReceiptHandle,
          VisibilityTimeout,
        }),
      );
    await change(120);
    sqs.clock.advancedMs += 60_000;
    expect(await sqs.receive()).toEqual([]);
    await change(0);
    expect(await sqs.receive()).toHaveLength(1);
    sqs.clock.advancedMs += 60_000;
    await expect(change(10)).rejects.toMatchObject({ name: 'MessageNotInflight' });
  });

  test('a long poll ends when a message arrives', async () => {
    const started = performance.now();
    const polled = sqs.receive({ WaitTimeSeconds: 20 });
    setTimeout(() => sqs.send('now'), 100);
    expect(await polled).toMatchObject([{ Body: 'now' }]);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('queues', () => {
  test('tell their address and their numbers', async () => {
    const { QueueUrl: url } = await sqs.client.send(new GetQueueUrlCommand({ QueueName: 'mail' }));
    expect(url).toBe(QueueUrl);
    await sqs.send('a');
    await sqs.send('b');
    await sqs.send('c', { DelaySeconds: 9 });
    await sqs.receive({ MaxNumberOfMessages: 1 });
    const { Attributes } = await sqs.client.send(
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
    await expect(sqs.declare('x.fifo', { FifoQueue: true })).rejects.toThrow('FifoQueue');
    await expect(sqs.send('x', { MessageGroupId: 'g' })).rejects.toThrow(
      'not emulated: MessageGroupId',
    );
    await expect(sqs.send('\u0000')).rejects.toMatchObject({ name: 'InvalidMessageContents' });
    await expect(sqs.send('x'.repeat(1_048_577))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    const MessageAttributes = { kind: { DataType: 'Text', StringValue: 'x' } };
    await expect(sqs.send('x', { MessageAttributes })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    await expect(sqs.send('x', { QueueUrl: `${QueueUrl}x` })).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
    });
    await expect(
      sqs.client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'x' })),
    ).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
    for (const operation of ['PurgeQueue', 'toString']) {
      expect(() => sqs.service.permissions(operation, { QueueUrl })).toThrow('not emulated');
    }
    expect(sqs.service.permissions('SendMessageBatch', { QueueUrl })).toEqual([
      { action: 'sqs:SendMessage', resource: arn('mail') },
    ]);
  });

  test('a damaged file is one line', async () => {
    const damaged = mkdtempSync(join(tmpdir(), 'sqs-'));
    writeFileSync(join(damaged, 'sqs.sqlite'), 'nonsense'.repeat(1000));
    const opening = openSqs({ dataDir: damaged, clock: Date, queueUrl: String });
    await expect(opening).rejects.toThrow(/sqs\.sqlite.*delete it/);
    rmSync(damaged, { recursive: true });
  });
});
