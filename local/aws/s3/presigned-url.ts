import { readSignature, signatureMatches } from '../protocol/sigv4.ts';
import { AwsError, type RestRequest } from '../service.ts';
import type { Store } from './call.ts';

const MAX_LIFETIME_SECONDS = 7 * 86_400;
/** How far the signer's clock may be ahead. */
const SKEW_MS = 15 * 60_000;

/** Whose presigned URL a request uses; undefined if it uses none. Throws if it is expired or not as signed. */
export function verifyPresignedUrl(
  { method, path, query, headers }: RestRequest,
  { clock, secretFor, basePath }: Store,
): string | undefined {
  if (!query.has('X-Amz-Signature')) return undefined;
  const url = { pathname: basePath + path, searchParams: query } as URL;
  const signature = readSignature({ method, url, headers })!;
  const lifetime = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  const signedAt = Date.parse(
    signature.timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (
    query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' ||
    !(lifetime >= 1 && lifetime <= MAX_LIFETIME_SECONDS) ||
    !Number.isFinite(signedAt) ||
    !signature.scope.startsWith(`${signature.timestamp.slice(0, 8)}/`)
  ) {
    throw new AwsError(
      'AuthorizationQueryParametersError',
      'X-Amz-Algorithm, X-Amz-Date or X-Amz-Expires (1 to 604800 seconds) is missing or wrong.',
    );
  }
  const now = clock.now();
  if (signedAt > now + SKEW_MS) throw new AwsError('AccessDenied', 'Request is not yet valid', 403);
  if (now > signedAt + lifetime * 1000) {
    throw new AwsError('AccessDenied', 'Request has expired', 403, {
      'X-Amz-Expires': lifetime,
      Expires: new Date(signedAt + lifetime * 1000).toISOString(),
      ServerTime: new Date(now).toISOString(),
    });
  }
  const secret = secretFor(signature.accessKeyId);
  if (secret === undefined) {
    throw new AwsError(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      403,
    );
  }
  const payloadHash = String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
  if (!signatureMatches({ method, url, headers }, signature, secret, payloadHash)) {
    throw new AwsError(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      403,
    );
  }
  const unsigned = Object.keys(headers).filter(
    (name) =>
      name.startsWith('x-amz-') &&
      name !== 'x-amz-content-sha256' &&
      !signature.signedHeaders.includes(name),
  );
  if (unsigned.length > 0) {
    throw new AwsError(
      'AccessDenied',
      'There were headers present in the request which were not signed',
      403,
      {
        HeadersNotSigned: unsigned.join(', '),
      },
    );
  }
  return signature.accessKeyId;
}

const SIGNATURE_PARAMETERS =
  /^x-amz-(algorithm|content-sha256|credential|date|expires|signature|signedheaders|security-token|checksum-.*|sdk-checksum-algorithm)$/;

/**
 * Headers that the signer moved into the URL (`x-amz-meta-*` and the like). Checksums among them are
 * left out, as S3 does: the SDK signs the checksum of an empty body there.
 */
export function hoistedHeaders(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...query]
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => name.startsWith('x-amz-') && !SIGNATURE_PARAMETERS.test(name)),
  );
}
