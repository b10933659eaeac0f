import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

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

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Hexadecimal SHA-256, the hash of a payload. */
export const sha256 = (data: string | Buffer): string =>
  createHash('sha256').update(data).digest('hex');

const escapeUri = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

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
export function signatureMatches(
  request: SignedRequest,
  signature: Signature,
  secretAccessKey: string,
  payloadHash: string,
): boolean {
  const [date = '', region = '', service = ''] = signature.scope.split('/');
  const canonicalRequest = [
    request.method,
    // S3 signs the path as sent; every other service signs it encoded once more.
    service === 's3'
      ? request.url.pathname
      : escapeUri(request.url.pathname).replaceAll('%2F', '/'),
    canonicalQuery(request.url),
    ...signature.signedHeaders.map((name) => `${name}:${headerText(request.headers[name])}`),
    '',
    signature.signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    signature.timestamp,
    signature.scope,
    sha256(canonicalRequest),
  ].join('\n');
  const expected = hmac(signingKey(secretAccessKey, date, region, service), stringToSign);
  const actual = Buffer.from(signature.value, 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** How far the signer's clock may be off. */
const maxSkewMs = 15 * 60e3;

/**
 * Why a signature in a header does not count, though it may match: it is old, or does not cover what
 * gives the request its meaning. Presigned URLs have rules of their own, in S3.
 *
 * @param now what the clocks of possible signers show, in milliseconds
 */
export function signatureProblem(
  { headers }: SignedRequest,
  { timestamp, scope, signedHeaders }: Signature,
  now: readonly number[],
): string | undefined {
  const signedAt = signingTime(timestamp);
  if (!now.some((time) => Math.abs(time - signedAt) <= maxSkewMs))
    return `Signature expired or not yet current: ${timestamp}`;
  if (!timestamp.startsWith(scope.split('/')[0] || '-'))
    return 'Date in Credential scope does not match the date of the request';
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

const signingKeys = new Map<string, Buffer>();
const MAX_SIGNING_KEYS = 1000;

/** The key of one day, region and service. Remembered: every call of a function uses the same few. */
export function signingKey(secret: string, date: string, region: string, service: string): Buffer {
  const name = [secret, date, region, service].join('/');
  let key = signingKeys.get(name);
  if (!key) {
    key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), 'aws4_request');
    if (signingKeys.size >= MAX_SIGNING_KEYS) signingKeys.clear();
    signingKeys.set(name, key);
  }
  return key;
}

function canonicalQuery(url: SentUrl): string {
  return [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [escapeUri(name), escapeUri(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function headerText(value: string | string[] | undefined): string {
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return text.trim().replace(/\s+/g, ' ');
}
