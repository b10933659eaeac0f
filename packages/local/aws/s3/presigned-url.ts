import { signingTime } from '#local/aws/protocol/sigv4.ts';
import { AwsError, type RestRequest } from '#local/aws/service.ts';
import { notEmulated } from './headers.ts';

const maxLifetimeSeconds = 7 * 86_400;
/** How far the signer's clock may be ahead. */
const skewMs = 15 * 60_000;

/**
 * Checks the parts of a presigned URL beyond its signature, which is already verified. Throws if the URL
 * has expired, or if a header or parameter would change its meaning.
 */
export function checkPresignedUrl({ query, headers }: RestRequest, now: number): void {
  const parameters = [...query.keys()].filter((name) => /^x-amz-/i.test(name));
  const unknown = parameters.find((name) => !knownParameters.test(name));
  if (unknown) throw notEmulated(`${unknown} in a presigned URL`);
  const signedAt = signingTime(query.get('X-Amz-Date') ?? '');
  const lifetime = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (!(lifetime >= 1 && lifetime <= maxLifetimeSeconds) || !Number.isFinite(signedAt)) {
    throw new AwsError(
      'AuthorizationQueryParametersError',
      'X-Amz-Date or X-Amz-Expires (1 to 604800 seconds) is missing or wrong.',
    );
  }
  const expires = signedAt + lifetime * 1000;
  if (signedAt > now + skewMs) throw new AwsError('AccessDenied', 'Request is not yet valid', 403);
  if (now > expires) {
    throw new AwsError('AccessDenied', 'Request has expired', 403, {
      'X-Amz-Expires': lifetime,
      Expires: new Date(expires).toISOString(),
      ServerTime: new Date(now).toISOString(),
    });
  }
  const signed = new Set((query.get('X-Amz-SignedHeaders') ?? '').split(';'));
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !signed.has(name),
  );
  if (unsigned.length > 0) {
    throw new AwsError(
      'AccessDenied',
      'There were headers present in the request which were not signed',
      403,
      { HeadersNotSigned: unsigned.join(', ') },
    );
  }
}

/** Parameters of the signature itself, and a mode of checksums that asks for nothing here. */
const knownParameters =
  /^x-amz-(algorithm|content-sha256|credential|date|expires|signature|signedheaders|security-token|checksum-mode)$/i;
