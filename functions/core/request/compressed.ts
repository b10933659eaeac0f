import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

/** Shorter answers fit into one packet anyway. */
const minBytes = 1000;

/**
 * Compresses an answer for a client that takes gzip. Neither the HTTP API does so nor CloudFront, which compresses only
 * what it may cache. Callers identify themselves by a header that no other site can send, so that nobody learns a
 * secret from the lengths of answers.
 */
export function compressed(
  answer: APIGatewayProxyStructuredResultV2,
  accepted: string | undefined,
): APIGatewayProxyStructuredResultV2 {
  const { body, isBase64Encoded } = answer;
  if (!body || isBase64Encoded || Buffer.byteLength(body) < minBytes) return answer;
  const headers = { ...answer.headers, vary: 'accept-encoding' };
  if (!takesGzip(accepted)) return { ...answer, headers };
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
}

/** Whether a header Accept-Encoding has gzip, or a wildcard, with a weight that is not zero. */
function takesGzip(accepted = ''): boolean {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [coding = '', weight] = part
        .toLowerCase()
        .split(';')
        .map((text) => text.trim());
      return [coding, weight === undefined ? 1 : Number(weight.replace(/^q=/, ''))];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
