import { createHash, createHmac, type Hash, type Hmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { getCanonicalHeaders, SignatureV4 } from '@smithy/signature-v4';

/** Signature Version 4 of a request, from its header or its query. */
export interface Signature {
  accessKeyId: string;
  /** Service in the credential scope, `dynamodb`. */
  service: string;
  /** `20261121/eu-west-1/dynamodb/aws4_request`. */
  scope: string;
  /** `20261121T010203Z`. */
  timestamp: string;
  signedHeaders: string[];
  value: string;
  /** Whether it stands in the query: a presigned URL. */
  presigned: boolean;
}

/** Path and query exactly as sent. A `URL` would resolve `..`, which S3 keys may contain. */
export interface SentUrl {
  pathname: string;
  searchParams: URLSearchParams;
}

export function sentUrl(target: string): SentUrl {
  const [pathname = '/', ...query] = target.split('?');
  return { pathname, searchParams: new URLSearchParams(query.join('?')) };
}

/** The parts of a request that are signed. */
export interface SignedRequest {
  method: string;
  url: SentUrl;
  headers: IncomingHttpHeaders;
}

/** Hexadecimal SHA-256, the hash of a payload. */
export const sha256 = (data: string | Buffer): string =>
  createHash('sha256').update(data).digest('hex');

/** Finds the signature of a request; undefined when it has none. */
export function readSignature({ url, headers }: SignedRequest): Signature | undefined {
  const query = url.searchParams;
  if (query.has('X-Amz-Signature')) {
    return signature(query.get('X-Amz-Credential') ?? '', {
      timestamp: query.get('X-Amz-Date') ?? '',
      signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
      value: query.get('X-Amz-Signature') ?? '',
      presigned: true,
    });
  }
  const { authorization } = headers;
  if (!authorization?.startsWith('AWS4-HMAC-SHA256 ')) return undefined;
  const field = (name: string) => new RegExp(`${name}=([^, ]+)`).exec(authorization)?.[1] ?? '';
  return signature(field('Credential'), {
    timestamp: String(headers['x-amz-date'] ?? ''),
    signedHeaders: field('SignedHeaders').split(';'),
    value: field('Signature'),
    presigned: false,
  });
}

function signature(
  credential: string,
  rest: Omit<Signature, 'accessKeyId' | 'service' | 'scope'>,
): Signature {
  const [accessKeyId = '', ...scope] = credential.split('/');
  return { accessKeyId, service: scope[2] ?? '', scope: scope.join('/'), ...rest };
}

/** Whether `signature` was made for this request and payload with `secretAccessKey`. */
export async function signatureMatches(
  { method, url, headers }: SignedRequest,
  signature: Signature,
  secretAccessKey: string,
  payloadHash: string,
): Promise<boolean> {
  const signed = Object.fromEntries(
    signature.signedHeaders.map((name) => [name, [headers[name]].flat().join(',')]),
  );
  const query: Record<string, string[]> = {};
  for (const name of new Set(url.searchParams.keys())) query[name] = url.searchParams.getAll(name);
  const request = {
    method,
    protocol: 'http:',
    hostname: '',
    path: url.pathname,
    query,
    headers: signed,
  };
  const expected = await new Verifier(signature, secretAccessKey).signatureOf(
    request,
    getCanonicalHeaders(request, undefined, new Set(signature.signedHeaders)),
    payloadHash,
  );
  return equalSignatures(expected, signature.value);
}

/** Whether a text (the policy of a form) was signed with `secretAccessKey` on a day for a service. */
export async function textMatches(
  text: string,
  { scope, timestamp, value }: Pick<Signature, 'scope' | 'timestamp' | 'value'>,
  secretAccessKey: string,
): Promise<boolean> {
  const expected = await new Verifier({ scope, timestamp }, secretAccessKey).signText(text);
  return equalSignatures(expected, value);
}

function equalSignatures(expected: string, value: string): boolean {
  const actual = Buffer.from(value, 'hex');
  const bytes = Buffer.from(expected, 'hex');
  return actual.length === bytes.length && timingSafeEqual(actual, bytes);
}

/** A request as the signer reads it. */
type HttpRequest = Parameters<SignatureV4['presign']>[0];

/**
 * The SDK's signer for given headers and a given time. Its public methods would choose the headers
 * themselves.
 */
class Verifier extends SignatureV4 {
  readonly #scope: string;
  readonly #timestamp: string;

  constructor({ scope, timestamp }: Pick<Signature, 'scope' | 'timestamp'>, secret: string) {
    const [, region = '', service = ''] = scope.split('/');
    super({
      service,
      region,
      credentials: { accessKeyId: scope, secretAccessKey: secret },
      sha256: Sha256,
      // S3 signs the path as sent; every other service signs it encoded once more.
      uriEscapePath: service !== 's3',
    });
    this.#scope = scope;
    this.#timestamp = timestamp;
  }

  async signatureOf(
    request: HttpRequest,
    headers: Record<string, string>,
    payloadHash: string,
  ): Promise<string> {
    const canonical = this.createCanonicalRequest(request, headers, payloadHash);
    return this.signText(
      await this.createStringToSign(this.#timestamp, this.#scope, canonical, algorithm),
    );
  }

  signText(text: string): Promise<string> {
    return this.sign(text, { signingDate: new Date(signingTime(this.#timestamp)) });
  }
}

const algorithm = 'AWS4-HMAC-SHA256';

/** Node's hashes in the shape that the signer expects. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret ? createHmac('sha256', secret as string) : createHash('sha256');
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error('a hash is used once');
  }
}

/** How far the signer's clock may be off. */
const maxSkewMs = 15 * 60e3;

/**
 * The reason to refuse a signature that may match: it is old, or it does not cover a header that changes
 * the meaning of the request. S3 has its own rules for presigned URLs.
 *
 * @param now times that the clocks of possible signers show, in milliseconds
 */
export function signatureProblem(
  { headers }: SignedRequest,
  { timestamp, scope, signedHeaders }: Signature,
  now: readonly number[],
): string | undefined {
  const signedAt = signingTime(timestamp);
  if (!now.some((time) => Math.abs(time - signedAt) <= maxSkewMs)) {
    return `Signature expired or not yet current: ${timestamp}`;
  }
  if (!timestamp.startsWith(scope.split('/')[0] || '-')) {
    return 'Date in Credential scope does not match the date of the request';
  }
  const wanted = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  const unsigned = ['host', ...wanted].find((name) => !signedHeaders.includes(name));
  return unsigned && `'${unsigned}' must be a signed header`;
}

/** `20261121T010203Z` in milliseconds; NaN for anything else. */
export function signingTime(timestamp: string): number {
  return Date.parse(
    timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}
