import { createHash, createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignatureV4 } from '@smithy/signature-v4';
import { callMs } from '#core/runtime/call-limits.ts';
import { env } from '#core/runtime/config.ts';

/**
 * Reads an encrypted parameter of Systems Manager. It is the only call of that service, whose client would be a tenth of the
 * bundles that search: it holds the shapes of all 146 operations.
 *
 * @returns undefined if there is no such parameter
 * @throws when the service refuses the call, or does not answer three times
 */
export async function readParameter(Name: string): Promise<string | undefined> {
  const body = JSON.stringify({ Name, WithDecryption: true });
  for (let pauseMs = 100; ; pauseMs *= 4) {
    const answer = await ask(body).catch((error: Error) => error);
    const isLast = pauseMs > 1000;
    if (answer instanceof Error) {
      if (isLast) throw answer;
    } else {
      const { status, Parameter, __type: code = '' } = answer;
      if (Parameter) return Parameter.Value;
      if (code.endsWith('ParameterNotFound')) return undefined;
      const mayPass = status >= 500 || code.endsWith('ThrottlingException');
      if (!mayPass || isLast) throw new Error(`Systems Manager: ${status} ${code}`);
    }
    await sleep(pauseMs);
  }
}

/** As far as it is read: a parameter, or what is wrong. */
interface Answer {
  status: number;
  Parameter?: { Value: string };
  __type?: string;
}

/** @throws when nothing answers, or with what is no JSON, as a gateway may */
async function ask(body: string): Promise<Answer> {
  const region = env('AWS_REGION');
  const url = new URL(process.env.AWS_ENDPOINT_URL ?? `https://ssm.${region}.amazonaws.com/`);
  const signer = new SignatureV4({
    service: 'ssm',
    region,
    credentials: {
      accessKeyId: env('AWS_ACCESS_KEY_ID'),
      secretAccessKey: env('AWS_SECRET_ACCESS_KEY'),
      sessionToken: process.env.AWS_SESSION_TOKEN,
    },
    sha256: Sha256,
  });
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: {},
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AmazonSSM.GetParameter',
    },
    body,
  });
  const signal = AbortSignal.timeout(callMs);
  const answer = await fetch(url, { method: 'POST', headers, body, signal });
  return { ...((await answer.json()) as object), status: answer.status };
}

/** Node's own hash, in the form that the signer takes. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret ? createHmac('sha256', bytesOf(secret)) : createHash('sha256');
  }
  update(chunk: string | Uint8Array) {
    this.#hash.update(chunk);
  }
  async digest() {
    return this.#hash.digest();
  }
  reset() {}
}

function bytesOf(secret: string | ArrayBuffer | ArrayBufferView): string | Uint8Array {
  if (typeof secret === 'string') return secret;
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
}
