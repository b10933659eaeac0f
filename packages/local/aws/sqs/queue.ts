import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';

/** A queue as the template declares it. Times are in milliseconds. */
export interface Queue {
  name: string;
  arn: string;
  visibilityTimeoutMs: number;
  retentionMs: number;
  /** After this many receptions a message moves to the dead-letter queue. */
  redrive?: { deadLetterQueueArn: string; maxReceiveCount: number };
}

const honoured = ['MessageRetentionPeriod', 'RedrivePolicy', 'VisibilityTimeout'];

/** Properties without a meaning on one machine: encryption, tags. */
const ignored = ['QueueName', 'SqsManagedSseEnabled', 'Tags'];

const daySeconds = 86_400;

/** Reads a queue's declaration. Throws on a property that is not emulated, for instance `FifoQueue`. */
export function readQueue(resource: Resource): Queue {
  refuseUnknown(resource, honoured, ignored);
  const { attributes, properties } = resource;
  const {
    VisibilityTimeout = 30,
    MessageRetentionPeriod = 4 * daySeconds,
    RedrivePolicy,
  } = properties;
  const arn = attributes.Arn!;
  return {
    name: arn.slice(arn.lastIndexOf(':') + 1),
    arn,
    visibilityTimeoutMs: Number(VisibilityTimeout) * 1000,
    retentionMs: Number(MessageRetentionPeriod) * 1000,
    redrive: RedrivePolicy && {
      deadLetterQueueArn: RedrivePolicy.deadLetterTargetArn,
      maxReceiveCount: Number(RedrivePolicy.maxReceiveCount),
    },
  };
}
