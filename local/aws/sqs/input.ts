import { AwsError } from '../service.ts';
import type { MessageAttribute, NewMessage } from './message-store.ts';
import type { Queue } from './queue.ts';

/** Input of an operation as the wire hands it over. */
export type Input = Record<string, unknown>;

const MAX_VISIBILITY_SECONDS = 43_200;
const MAX_DELAY_SECONDS = 900;
export const MAX_BATCH = 10;

/** Characters that XML 1.0, and so SQS, does not allow in a message. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** The message that a call wants to send. Throws if SQS would not take it. */
export function newMessage(queue: Queue, input: Input): NewMessage {
  const body = input.MessageBody;
  if (typeof body !== 'string' || body === '') {
    throw new AwsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  }
  if (FORBIDDEN.test(body)) {
    throw new AwsError(
      'InvalidMessageContents',
      'The message contains characters outside the allowed set.',
    );
  }
  const attributes = (input.MessageAttributes ?? {}) as Record<string, MessageAttribute>;
  for (const [name, attribute] of Object.entries(attributes)) checkAttribute(name, attribute);
  if (sizeOf({ body, attributes }) > queue.maxMessageBytes) {
    throw new AwsError(
      'InvalidParameterValue',
      `One or more parameters are invalid. Reason: Message must be shorter than ${queue.maxMessageBytes} bytes.`,
    );
  }
  const delay = number(input, 'DelaySeconds', queue.delayMs / 1000, 0, MAX_DELAY_SECONDS);
  return { body, attributes, delayMs: delay * 1000 };
}

/** What a message counts for: its body, and of each attribute the name, the type and the value. */
export function sizeOf({ body, attributes }: Pick<NewMessage, 'body' | 'attributes'>): number {
  let sizeBytes = Buffer.byteLength(body);
  for (const [name, { DataType, StringValue = '', BinaryValue = '' }] of Object.entries(attributes))
    sizeBytes +=
      Buffer.byteLength(name + DataType + StringValue) + Buffer.byteLength(BinaryValue, 'base64');
  return sizeBytes;
}

function checkAttribute(name: string, { DataType, StringValue, BinaryValue }: MessageAttribute) {
  const kind = /^(String|Number|Binary)(\..+)?$/.exec(DataType)?.[1];
  if (/^[\w.-]{1,256}$/.test(name) && kind && (kind === 'Binary' ? BinaryValue : StringValue))
    return;
  throw new AwsError(
    'InvalidParameterValue',
    `The message attribute ${name} has no type of SQS, or no value of its type.`,
  );
}

/** Entries of a batch. Throws if there are none, too many, or two with one id. */
export function readEntries(input: Input): Input[] {
  const entries = (input.Entries ?? []) as Input[];
  if (entries.length === 0)
    throw new AwsError('EmptyBatchRequest', 'There should be at least one entry.');
  if (entries.length > MAX_BATCH) {
    throw new AwsError('TooManyEntriesInBatchRequest', `A batch has at most ${MAX_BATCH} entries.`);
  }
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length) {
    throw new AwsError('BatchEntryIdsNotDistinct', 'Two entries of the batch have the same Id.');
  }
  const invalid = entries.find(({ Id }) => !/^[\w-]{1,80}$/.test(String(Id)));
  if (invalid) throw new AwsError('InvalidBatchEntryId', `The Id ${invalid.Id} is not valid.`);
  return entries;
}

/** Does something for each entry of a batch. What one of them is refused for stands beside what the others gave. */
export function forEachEntry<T>(entries: readonly Input[], run: (entry: Input) => T) {
  const results: { Id: unknown; result: T }[] = [];
  const Failed: { Id: unknown; Code: string; Message: string; SenderFault: true }[] = [];
  for (const entry of entries) {
    const { Id } = entry;
    try {
      results.push({ Id, result: run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id, Code: error.code, Message: error.message, SenderFault: true });
    }
  }
  return { results, Failed };
}

export function receiptHandle(input: Input): string {
  const handle = String(input.ReceiptHandle ?? '');
  if (/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/.test(handle)) return handle;
  throw new AwsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
}

/** `VisibilityTimeout` in milliseconds. */
export const visibility = (input: Input, defaultMs: number) =>
  number(input, 'VisibilityTimeout', defaultMs / 1000, 0, MAX_VISIBILITY_SECONDS) * 1000;

/** A number within bounds, or its default. Throws otherwise. */
export function number(
  input: Input,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = Number(input[name] ?? fallback);
  if (value >= min && value <= max) return value;
  throw new AwsError('InvalidParameterValue', `${name} must be a number from ${min} to ${max}.`);
}
