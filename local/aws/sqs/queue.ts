import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';

/** A queue as the template declares it. Times are in milliseconds. */
export interface Queue {
  name: string;
  arn: string;
  delayMs: number;
  visibilityTimeoutMs: number;
  retentionMs: number;
  waitMs: number;
  maxMessageBytes: number;
  /** After so many receptions a message moves to the dead-letter queue. */
  redrive?: { deadLetterQueueArn: string; maxReceiveCount: number };
}

const HONOURED = [
  'DelaySeconds',
  'MaximumMessageSize',
  'MessageRetentionPeriod',
  'ReceiveMessageWaitTimeSeconds',
  'RedrivePolicy',
  'VisibilityTimeout',
];

/** Properties without a meaning on one machine: encryption, tags, who may redrive to the queue. */
const IGNORED = [
  'KmsDataKeyReusePeriodSeconds',
  'KmsMasterKeyId',
  'QueueName',
  'RedriveAllowPolicy',
  'SqsManagedSseEnabled',
  'Tags',
];

const DAY_SECONDS = 86_400;

/** Reads a queue's declaration. Throws on a property that cannot be honoured, FIFO above all. */
export function readQueue(resource: Resource): Queue {
  refuseUnknown(resource, HONOURED, IGNORED);
  const { attributes, properties } = resource;
  const {
    DelaySeconds = 0,
    VisibilityTimeout = 30,
    MessageRetentionPeriod = 4 * DAY_SECONDS,
    ReceiveMessageWaitTimeSeconds = 0,
    MaximumMessageSize = 1_048_576,
    RedrivePolicy: redrive,
  } = properties;
  const arn = attributes.Arn!;
  return {
    name: arn.slice(arn.lastIndexOf(':') + 1),
    arn,
    delayMs: Number(DelaySeconds) * 1000,
    visibilityTimeoutMs: Number(VisibilityTimeout) * 1000,
    retentionMs: Number(MessageRetentionPeriod) * 1000,
    waitMs: Number(ReceiveMessageWaitTimeSeconds) * 1000,
    maxMessageBytes: Number(MaximumMessageSize),
    ...(redrive && {
      redrive: {
        deadLetterQueueArn: redrive.deadLetterTargetArn,
        maxReceiveCount: Number(redrive.maxReceiveCount),
      },
    }),
  };
}
