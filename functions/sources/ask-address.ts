/** Asks addresses of customers' choice, without being led inside. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPublicUrl, publicLookup } from '#core/runtime/public-address.ts';
import { SourceProblem } from './source-problem.ts';
import { sourceSettings } from './source-settings.ts';

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/**
 * Asks an address, and those that it leads on to. Each is checked, and where its name leads is looked at with the connection that is
 * made. The answer's body is open: whoever asks reads or destroys it.
 * @throws SourceProblem
 */
export async function askAddress(
  address: string,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  let url = address;
  for (let led = 0; led <= sourceSettings.redirects; led++) {
    if (!isPublicUrl(url)) {
      throw new SourceProblem(
        led === 0
          ? 'The address is no public https address.'
          : 'The address leads on to one that is no public https address.',
      );
    }
    const answer = await askOnce(url, headers);
    const { statusCode = 0 } = answer;
    if (!isRedirect(statusCode)) return answer;
    const { location } = answer.headers;
    answer.destroy();
    const next = location && URL.parse(location, url);
    if (!next) throw new SourceProblem('The address leads on to nowhere.');
    url = next.href;
  }
  throw new SourceProblem(
    `The address leads on more than ${sourceSettings.redirects} times. Give the last one.`,
  );
}

function askOnce(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const request = url.startsWith('http:') ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        // A connection that is kept would be to an address that was looked up before.
        agent: false,
        lookup: publicLookup,
        timeout: sourceSettings.silenceMs,
        headers: {
          ...headers,
          accept: '*/*',
          // What is stored is the file, not what it expands to.
          'accept-encoding': 'identity',
          'user-agent': 'Antecede-Sources/1',
        },
      },
      (answer) => {
        clearTimeout(beginning);
        resolve(answer);
      },
    );
    const tooSlow = () => sent.destroy(new SourceProblem(slow, { mayPass: true }));
    // A server that sends a byte of its headers now and then is never silent.
    const beginning = setTimeout(tooSlow, sourceSettings.silenceMs);
    sent.on('timeout', tooSlow);
    sent.on('error', (error) => {
      clearTimeout(beginning);
      reject(problemOf(error));
    });
    sent.end();
  });
}

const slow = `The server was silent for ${sourceSettings.silenceMs / 1000} seconds.`;

/** Without addresses, which tell of the network where we are. */
export function problemOf(error: unknown): SourceProblem {
  if (error instanceof SourceProblem) return error;
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'InsideAddressError') {
    return new SourceProblem('The address leads into a private network.');
  }
  if (code === 'ENOTFOUND') return new SourceProblem('The name of the server is not known.');
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) {
    return new SourceProblem(`The certificate of the server is refused: ${code}.`);
  }
  return new SourceProblem(
    code === 'ECONNREFUSED'
      ? 'Nobody answers at the address.'
      : 'The connection to the server broke.',
    { mayPass: true },
  );
}
