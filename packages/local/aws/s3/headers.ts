import { type IncomingHttpHeaders, validateHeaderValue } from 'node:http';
import { AwsError, type RestRequest } from '#local/aws/service.ts';

/** `x-amz-*` headers that are emulated, and those that do not change what is stored. */
const known =
  /^x-amz-(meta-.+|checksum-(algorithm|crc32|mode|type)|content-sha256|date|sdk-checksum-algorithm|security-token|user-agent)$/;

/** Headers that S3 stores with an object. The product sets only a content type. */
const droppedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
];

/** Conditions that S3 knows, by whether the request reads or writes. */
const conditionsOfReads = ['if-match', 'if-none-match', 'if-range'];

/** Throws on headers that are not emulated. */
export function checkHeaders({ method, headers, query }: RestRequest): void {
  const reads = method === 'GET' || method === 'HEAD';
  const completes = method === 'POST' && query.has('uploadId');
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-amz-') && !known.test(name)) throw notEmulated(name);
    if (!name.startsWith('if-') || (reads && conditionsOfReads.includes(name))) continue;
    if (completes && name === 'if-match') continue;
    // Browsers send it beside the tag. Then only the tag decides (RFC 9110, section 13.1.3).
    if (reads && name === 'if-modified-since' && headers['if-none-match']) continue;
    throw notEmulated(name);
  }
}

/** The headers to keep with an object, of a PUT or a form. Throws on those that are not emulated. */
export function headersToKeep(headers: IncomingHttpHeaders): Record<string, string> {
  const notKept = droppedHeaders.find((name) => name in headers);
  if (notKept) throw notEmulated(notKept);
  const kept: Record<string, string> = {
    'content-type': headers['content-type'] ?? 'binary/octet-stream',
  };
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-amz-meta-')) kept[name] = String(value);
  }
  const invalid = Object.entries(kept).find(([, value]) => !isHeaderValue(value));
  if (!invalid) return kept;
  throw new AwsError('InvalidArgument', `${invalid[0]} cannot be represented as a header.`);
}

export function isHeaderValue(value: string): boolean {
  try {
    validateHeaderValue('name', value);
    return true;
  } catch {
    return false;
  }
}

export const notEmulated = (name: string) =>
  new AwsError('NotImplemented', `S3: ${name} is not emulated`, 501);
