import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPublicUrl, publicLookup } from '#core/runtime/public-address.ts';

/** How long a receiver may take, from the first byte of the connection to the last of the answer's head. */
const timeoutMs = 10_000;

/** What came of a try. */
export interface Answer {
  /** Of the answer; undefined if there was none. */
  status: number | undefined;
  /** For people. */
  text: string;
}

/** Sends a body. Redirects are not followed, and the answer's body is not read. */
export function postEvent(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<Answer> {
  if (!isPublicUrl(url)) return Promise.resolve({ status: undefined, text: 'refused address' });
  const request = url.startsWith('http:') ? requestHttp : requestHttps;
  return new Promise((resolve) => {
    const sent = request(
      url,
      {
        method: 'POST',
        // A connection that is kept would be to an address that was looked up before.
        agent: false,
        lookup: publicLookup,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Antecede-Webhooks/1',
        },
      },
      (answer) => {
        const status = answer.statusCode;
        answer.destroy();
        resolve({ status, text: String(status) });
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: undefined, text: wordsOf(error) }),
    );
    sent.end(body);
  });
}

/** Without addresses, which tell of the network where we are. */
function wordsOf({ name, code = '' }: NodeJS.ErrnoException): string {
  if (name === 'InsideAddressError') return 'the address leads into a private network';
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer within 10 seconds';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name is not known';
  if (code === 'ECONNREFUSED') return 'nobody listens there';
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) return `the certificate is refused: ${code}`;
  return code ? `no connection: ${code}` : 'no connection';
}
