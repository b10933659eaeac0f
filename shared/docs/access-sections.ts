import { search } from '#shared/contract/search.ts';
import { type ErrorCode, errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { errorsOf } from '#shared/openapi.ts';
import type { DocsSection } from './blocks.ts';
import { keyPlaceholder } from './code-examples.ts';
import { code, heading, json, table, text } from './make-blocks.ts';
import type { DocsSubject } from './subject.ts';

const number = new Intl.NumberFormat('en');
const { trial, monthly } = limits.queriesPerDay;

/** The header, and what is to be known about keys. */
export function authenticationSection({ name }: DocsSubject): DocsSection {
  return {
    id: 'authentication',
    title: 'Authentication',
    blocks: [
      text('Each call names one of the secret keys of this index in a header:'),
      code('Header', `x-api-key: ${keyPlaceholder}`),
      text(
        `The keys stand on the page of ${name}, under Index Secret Keys: reveal, copy, add and delete them there. An index has at least one and at most ${limits.apiKeysPerIndex}. A key is good for one index; a deleted one is refused from the next call on.`,
      ),
      text(
        'Keep keys on your servers: whoever has one searches on your account. Calls from a browser would show it to every visitor.',
      ),
      heading('Rate limits'),
      text(
        `A key may ask so often within some seconds, and an organization so often a day: ${number.format(trial)} queries on trial, ${number.format(monthly)} with a subscription. Each answer says what is allowed (\`q\` in \`w\` seconds), what is left (\`r\`), and in how many seconds all of it is there again (\`t\`):`,
      ),
      code(
        'Headers of an answer',
        `RateLimit-Policy: "key";q=100;w=10, "day";q=${trial};w=86400\nRateLimit: "key";r=99;t=1, "day";r=${trial - 37};t=40211`,
      ),
      text(
        'Whoever asks for more gets status 429 and the header `Retry-After`: the seconds to wait.',
      ),
    ],
  };
}

const statusNames: Record<number, string> = {
  400: '400 Bad request',
  401: '401 No valid API key',
  429: '429 Too many requests',
};

/** "5XX" for everything that is our fault. */
function statusName(status: number): string {
  return statusNames[status] ?? (status >= 500 ? `${status} Server error` : String(status));
}

/** Every code that one of the three calls can fail with. */
function searchErrors(): ErrorCode[] {
  const codes = Object.values(search).flatMap((endpoint) => errorsOf(endpoint));
  return [...new Set(codes)].toSorted((a, b) => errorCatalog[a].status - errorCatalog[b].status);
}

/** Statuses and codes, from the catalogue of errors. */
export function errorsSection(): DocsSection {
  const { message, status } = errorCatalog.InvalidApiKey;
  return {
    id: 'errors',
    title: 'Errors',
    blocks: [
      text(
        'A call that succeeds is answered with status 200 OK. Errors are returned as an array, with the id under which the request is logged:',
      ),
      json(`Answer with status ${status}`, {
        errors: [{ code: 'InvalidApiKey', message }],
        RequestId: '6f1d2b0c-8a34-4f0e-9d55-0c3b7b1f6f52',
      }),
      table(
        'Errors',
        ['Status', 'Code', 'Message'],
        [
          ['200 OK', '', ''],
          ...searchErrors().map((errorCode) => [
            statusName(errorCatalog[errorCode].status),
            `\`${errorCode}\``,
            errorCatalog[errorCode].message,
          ]),
        ],
      ),
      text(
        'Switch on the code, show the message, and quote the request id when you ask for help. 5XX server errors are ours: the same call may work a moment later.',
      ),
    ],
  };
}
