import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { Failure } from './failure.ts';
import type { LocalFile, Range } from './local-file.ts';
import { isTransientStatus, TransientError } from './retry.ts';

/** A connection without traffic for this long is closed. */
const idleMs = 60_000;

const agents = {
  'http:': { request: httpRequest, agent: new HttpAgent({ keepAlive: true }) },
  'https:': { request: httpsRequest, agent: new HttpsAgent({ keepAlive: true }) },
};

interface Part {
  url: string;
  range: Range;
  /** Hexadecimal. */
  md5: string;
}

/**
 * Sends one part to its signed URL. Does not use `fetch`, which sends streams without a length; S3 refuses
 * such bodies. Throws `TransientError` if a new attempt with a new URL may succeed.
 * @param onBytes called with the number of bytes sent
 */
export async function putPart(
  { url, range, md5 }: Part,
  file: LocalFile,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const target = new URL(url);
  const { request, agent } = agents[target.protocol as keyof typeof agents];
  const sending = request(target, {
    method: 'PUT',
    agent,
    signal,
    timeout: idleMs,
    headers: {
      'content-length': range.sizeBytes,
      'content-md5': Buffer.from(md5, 'hex').toString('base64'),
    },
  });
  sending.on('timeout', () => sending.destroy(new Error(`no traffic for ${idleMs / 1000} s`)));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.on('response', resolve);
    sending.on('error', reject);
  });
  const counted = async function* () {
    for await (const chunk of file.read(range)) {
      yield chunk;
      onBytes(chunk.length);
    }
  };
  let answer: IncomingMessage;
  try {
    // The server may refuse the part before the whole body has been sent.
    [answer] = await Promise.all([answered, pipeline(counted, sending)]);
  } catch (error) {
    signal.throwIfAborted();
    throw new TransientError(`The store cannot be reached: ${(error as Error).message}`);
  }
  const text = await readAll(answer);
  if (answer.statusCode !== 200) throw refusal(answer, text);
  if (answer.headers.etag?.replaceAll('"', '') !== md5) {
    throw new TransientError('The store received other bytes than were sent');
  }
}

async function readAll(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}

/** Error codes of S3 after which a new attempt with a new URL may succeed. */
const transientCodes = [
  'AccessDenied',
  'BadDigest',
  'ExpiredToken',
  'IncompleteBody',
  'RequestTimeout',
];

function refusal({ statusCode = 0, headers }: IncomingMessage, text: string): Error {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
  if (code === 'NoSuchUpload') {
    return new Failure(
      'closed',
      'The upload is closed. Download a new presigned.json and run the command again.',
    );
  }
  const message = `The store answered ${statusCode} ${code}`.trimEnd();
  return isTransientStatus(statusCode) || transientCodes.includes(code)
    ? new TransientError(message, headers['retry-after'])
    : new Failure('network', `${message}. ${text.slice(0, 500)}`);
}
