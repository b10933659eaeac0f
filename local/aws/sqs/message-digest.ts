import { createHash } from 'node:crypto';
import type { MessageAttribute } from './message-store.ts';

export const md5 = (data: string | Buffer): string => createHash('md5').update(data).digest('hex');

/**
 * `MD5OfMessageAttributes`: names in order, each with its type and value, all prefixed by their length
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html).
 */
export function md5OfAttributes(attributes: Record<string, MessageAttribute>): string | undefined {
  const entries = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return undefined;
  const pieces = entries.flatMap(([name, { DataType, StringValue, BinaryValue }]) => {
    const binary = DataType.startsWith('Binary');
    const value = binary
      ? Buffer.from(BinaryValue ?? '', 'base64')
      : Buffer.from(StringValue ?? '');
    const kind = Buffer.from([binary ? 2 : 1]);
    return [
      ...prefixed(Buffer.from(name)),
      ...prefixed(Buffer.from(DataType)),
      kind,
      ...prefixed(value),
    ];
  });
  return md5(Buffer.concat(pieces));
}

function prefixed(bytes: Buffer): [Buffer, Buffer] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}
