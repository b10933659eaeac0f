import type { IncomingHttpHeaders } from 'node:http';

/** The body is larger than the limit. */
export class BodyTooLarge extends Error {}

/** Reads a whole body. Throws `BodyTooLarge` beyond `maxBytes`; the socket cannot be used after that. */
export async function readBody(
  request: AsyncIterable<Buffer> & { headers?: IncomingHttpHeaders },
  maxBytes: number,
): Promise<Buffer> {
  if (Number(request.headers?.['content-length'] ?? 0) > maxBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
