import { AwsError } from '../service.ts';

const LINE_LIMIT = 8 * 1024;

/**
 * Decodes `Content-Encoding: aws-chunked`, in which the SDK sends bodies whose checksum follows as a
 * trailer: `size\r\n bytes\r\n … 0\r\n name:value\r\n \r\n`. Yields the bytes without copying them;
 * `trailers` is filled at the end.
 */
export async function* decodeAwsChunked(
  body: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  let line = '';
  // Bytes still to come of the chunk, then of the line end behind it.
  let remaining = 0;
  let skip = 0;
  let inTrailers = false;
  let complete = false;
  for await (const chunk of body) {
    let at = 0;
    while (at < chunk.length) {
      if (remaining > 0) {
        const bytes = chunk.subarray(at, at + remaining);
        yield bytes;
        at += bytes.length;
        remaining -= bytes.length;
        if (remaining === 0) skip = 2;
      } else if (skip > 0) {
        const skipped = Math.min(skip, chunk.length - at);
        at += skipped;
        skip -= skipped;
      } else {
        const end = chunk.indexOf(0x0a, at);
        line += chunk.toString('latin1', at, end === -1 ? chunk.length : end);
        if (line.length > LINE_LIMIT) throw malformed();
        at = end === -1 ? chunk.length : end + 1;
        if (end === -1) continue;
        const text = line.trimEnd();
        line = '';
        if (inTrailers) {
          if (text === '') complete = true;
          else trailers.set(...trailer(text));
        } else {
          remaining = chunkSize(text);
          inTrailers = remaining === 0;
        }
      }
    }
  }
  if (!complete) throw new AwsError('IncompleteBody', 'The request body ended in the middle.');
}

function chunkSize(line: string): number {
  const [size = ''] = line.split(';');
  if (!/^[0-9a-f]{1,12}$/i.test(size)) throw malformed();
  return Number.parseInt(size, 16);
}

function trailer(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw malformed();
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

const malformed = () =>
  new AwsError('InvalidRequest', 'The aws-chunked body is not well-formed: a chunk has no size.');
