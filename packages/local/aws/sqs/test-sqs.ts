import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { serve } from '#local/aws/dynamodb/test-server.ts';
import { testClock } from '#local/test-clock.ts';
import { openSqs } from './sqs.ts';

export const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;

/** Test-only: SQS with a queue `mail` (30 s, three receptions) and its dead-letter queue, a client and a clock. */
export async function openTestSqs(dataDir = mkdtempSync(join(tmpdir(), 'sqs-'))) {
  const clock = testClock();
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const service = await openSqs({ dataDir, clock, onFault });
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
  const QueueUrl = `${server.endpoint}/000000000000/mail`;
  return {
    dataDir,
    clock,
    service,
    faults,
    declare,
    QueueUrl,
    client,
    send: (MessageBody: string, more: object = {}) =>
      client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more })),
    purge: () => client.send(new PurgeQueueCommand({ QueueUrl })),
    /** Consumes a queue into a list of `body#receptions`; messages whose body is `poison` fail. */
    collect(queue: string): string[] {
      const seen: string[] = [];
      service.consume(arn(queue), 10, async (records) => {
        seen.push(...records.map((one) => `${one.body}#${one.attributes.ApproximateReceiveCount}`));
        return records.filter((one) => one.body === 'poison').map((one) => one.messageId);
      });
      return seen;
    },
    /** Stops; the data stay unless they are to go. */
    async close(remove = true) {
      client.destroy();
      await server.close();
      if (remove) rmSync(dataDir, { recursive: true });
    },
  };
}
