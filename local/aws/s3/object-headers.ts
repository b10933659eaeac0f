import type { IncomingHttpHeaders } from 'node:http';
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
  /^x-amz-(meta-.+|checksum-.+|content-sha256|copy-source|copy-source-if-.+|date|decoded-content-length|metadata-directive|object-size|sdk-checksum-algorithm|security-token|server-side-encryption.*|storage-class|trailer|user-agent)$/;

/** The headers to keep of a PUT, copy or form. Throws on `x-amz-*` headers that are not emulated. */
export function objectHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-amz-') && !KNOWN.test(name)) {
      throw new AwsError('NotImplemented', `S3: the header ${name} is not emulated`, 501);
    }
    if (KEPT.includes(name) || name.startsWith('x-amz-meta-')) kept[name] = String(value);
  }
  // `aws-chunked` says how the body travels, not what it is.
  const encoding = kept['content-encoding']?.replace(/\s*aws-chunked\s*,?|,\s*aws-chunked\s*/, '');
  if (encoding) kept['content-encoding'] = encoding;
  else delete kept['content-encoding'];
  kept['content-type'] ??= 'binary/octet-stream';
  return kept;
}
