import { errorsOf } from '#shared/contract/errors-of.ts';
import { search } from '#shared/contract/search.ts';
import { errorBody } from '#shared/error-body.ts';
import { type ErrorCode, errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { DocsSection } from './blocks.ts';
import { keyPlaceholder } from './code-examples.ts';
import { code, heading, json, table, text } from './make-blocks.ts';
import type { DocsSubject } from './subject.ts';

const number = new Intl.NumberFormat('en');
const { trial, monthly } = limits.queriesPerDay;

/** How to authenticate: the header, the keys and the rate limits. */
export function authenticationSection({ name }: DocsSubject): DocsSection {
  return {
    id: 'authentication',
    title: 'Authentication',
    blocks: [
      text('Each call sends one of the secret keys of this index in a header:'),
      code('Header', `x-api-key: ${keyPlaceholder}`),
      text(
        `The page of ${name} lists the keys under Index Secret Keys. Add and delete them there. Admins of the organization can reveal and copy them, which is noted in its activity. An index has at least one and at most ${limits.apiKeysPerIndex} keys. A key works for one index. A deleted key is refused from the next call on.`,
      ),
      text(
        'Keep keys on your servers: anybody who has one can search on your account. Calls from a browser would show the key to every visitor: a tenant token is made for that.',
      ),
      heading('Rate limits'),
      text(
        `Each key has a limit over some seconds. Each organization has a limit per day: ${number.format(trial)} queries on trial, ${number.format(monthly)} with a subscription. Each answer states what is allowed (\`q\` calls in \`w\` seconds), what is left (\`r\`), and after how many seconds the full limit is available again (\`t\`):`,
      ),
      code(
        'Headers of an answer',
        `RateLimit-Policy: "key";q=100;w=10, "day";q=${trial};w=86400\nRateLimit: "key";r=99;t=1, "day";r=${trial - 37};t=40211`,
      ),
      text(
        'Calls beyond a limit get status 429 and the header `Retry-After`: the seconds to wait.',
      ),
    ],
  };
}

const statusNames: Record<number, string> = {
  400: '400 Bad request',
  401: '401 No valid API key',
  429: '429 Too many requests',
};

/** Status with a short name, for the table of errors. */
function statusName(status: number): string {
  return statusNames[status] ?? (status >= 500 ? `${status} Server error` : String(status));
}

/** Every error code of the calls, ordered by status. */
function searchErrors(): ErrorCode[] {
  const codes = Object.values(search).flatMap((endpoint) => errorsOf(endpoint));
  return [...new Set(codes)].toSorted((a, b) => errorCatalog[a].status - errorCatalog[b].status);
}

/** The table of statuses and error codes, made from the error catalogue. */
export function errorsSection({ api_endpoint }: DocsSubject): DocsSection {
  const { message, status } = errorCatalog.InvalidApiKey;
  return {
    id: 'errors',
    title: 'Errors',
    blocks: [
      text(
        'A successful call gets status 200 OK. Errors are returned as an array, each with the address that explains its code, and with the id under which the request is logged:',
      ),
      json(
        `Answer with status ${status}`,
        errorBody({
          code: 'InvalidApiKey',
          message,
          requestId: '6f1d2b0c-8a34-4f0e-9d55-0c3b7b1f6f52',
          isPublic: true,
          origin: api_endpoint.replace(/\/api\/.*$/, ''),
        }),
      ),
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
        'Switch on the code, show the message, and quote the request id when you ask for help. 5XX errors are on our side: the same call may work a moment later.',
      ),
    ],
  };
}
