import { type IncomingHttpHeaders, validateHeaderValue } from 'node:http';
import { AwsError } from '../service.ts';

/** Headers that are kept with an object and answered with it. */
const KEPT = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** `x-amz-*` headers that mean something here, or nothing on one machine (encryption, storage class). */
const KNOWN =
  /^x-amz-(meta-.+|checksum-.+|content-sha256|copy-source|copy-source-if-.+|date|decoded-content-length|metadata-directive|sdk-checksum-algorithm|security-token|server-side-encryption|server-side-encryption-(aws-kms-key-id|bucket-key-enabled|context)|storage-class|trailer|user-agent)$/;

/** Throws on `x-amz-*` headers that are not emulated, and on values that could not be answered as headers. */
export function checkHeaders(headers: Iterable<[name: string, value: unknown]>): void {
  for (const [name, value] of headers) {
    if (name.startsWith('x-amz-') && !KNOWN.test(name)) {
      throw new AwsError('NotImplemented', `S3: the header ${name} is not emulated`, 501);
    }
    try {
      validateHeaderValue(name, String(value));
    } catch {
      throw new AwsError(
        'InvalidArgument',
        `The value of ${name} cannot be represented as a header.`,
      );
    }
  }
}

/** The headers to keep of a PUT, copy or form. */
export function objectHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (KEPT.includes(name) || name.startsWith('x-amz-meta-')) kept[name] = String(value);
  }
  // `aws-chunked` says how the body travels, not what it is.
  const encoding = kept['content-encoding']?.replace(/\s*aws-chunked\s*,?|,\s*aws-chunked\s*/, '');
  if (encoding) kept['content-encoding'] = encoding;
  else delete kept['content-encoding'];
  kept['content-type'] ??= 'binary/octet-stream';
  return kept;
}
