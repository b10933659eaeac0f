import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { serve } from '../dynamodb/test-server.ts';
import { openSqs } from './sqs.ts';

export const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;

/** Test-only: SQS with a queue `mail` (30 s, three receptions) and its dead-letter queue, a client and a clock. */
export async function openTestSqs(dataDir = mkdtempSync(join(tmpdir(), 'sqs-'))) {
  const clock = { advancedMs: 0, now: () => Date.now() + clock.advancedMs };
  const url = (name: string) => `${server.endpoint}/000000000000/${name}`;
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const service = await openSqs({ dataDir, clock, queueUrl: url, onFault });
  const server = await serve(service);
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
  await declare('dead');
  const RedrivePolicy = { deadLetterTargetArn: arn('dead'), maxReceiveCount: 3 };
  await declare('mail', { VisibilityTimeout: 30, RedrivePolicy, SqsManagedSseEnabled: true });
  const client = new SQSClient({ ...server.client, maxAttempts: 1 });
  const QueueUrl = url('mail');
  return {
    dataDir,
    clock,
    service,
    faults,
    declare,
    client,
    QueueUrl,
    deadLetterUrl: url('dead'),
    send: (MessageBody: string, more: object = {}) =>
      client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more })),
    async receive(more: object = {}) {
      const input = { QueueUrl, MaxNumberOfMessages: 10, ...more };
      return (await client.send(new ReceiveMessageCommand(input))).Messages ?? [];
    },
    /** Stops; the data stay unless they are to go. */
    async close(remove = true) {
      client.destroy();
      await server.close();
      if (remove) rmSync(dataDir, { recursive: true });
    },
  };
}
