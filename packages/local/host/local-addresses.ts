import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { InjectedFaults } from '#local/aws/injected-faults.ts';
import type { StoredMail } from '#local/aws/ses/mailbox.ts';
import { mailboxPage, mailboxPolicy } from '#local/aws/ses/mailbox-page.ts';
import { type LocalClock, parseDuration } from '#local/clock.ts';
import { type CustomerRoles, customerRole } from '#local/iam/customer-roles.ts';
import type { AlarmState } from '#local/watch/alarms.ts';
import type { Datum } from '#local/watch/metrics.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import type { Handler } from './server.ts';

/** Answer of `GET /_local/demo`. */
export interface DemoAccount {
  email: string;
  password: string;
  org_id: string;
  api_keys: Record<string, string>;
}

export interface LocalAddressOptions {
  clock: LocalClock;
  /** Mails to an address; all mails if there is none. */
  messages(to?: string): readonly StoredMail[];
  /** Failures of AWS calls that tests order. */
  faults: Pick<InjectedFaults, 'order' | 'list' | 'clear'>;
  /** Makes a role of a customer's account, with its buckets. */
  putCustomerRole: CustomerRoles['put'];
  /** How many invocations of functions are running. */
  running(): number;
  /** The alarms of the templates as they stand now. */
  alarms(): AlarmState[];
  /** Stores a value of a metric, for failures that one machine cannot have. */
  putMetric(datum: Datum): void;
  /** Resolves when the account's keys can be used; gives undefined if the account could not be created. */
  demo(): Promise<DemoAccount | undefined>;
}

const maxBodyBytes = 10_000;

const datum = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  dimensions: z.record(z.string(), z.string()),
  value: z.number(),
});

/** Addresses that only the local cloud has: mailbox, demo account, clock, injected failures, alarms. */
export function openLocalAddresses(options: LocalAddressOptions): Handler {
  const { clock } = options;
  const tellTime = (response: ServerResponse) =>
    sendJson(response, 200, { now: new Date(clock.now()).toISOString() });
  const routes: Record<string, Handler> = {
    'GET /_local/mail': async (request, response, url) => {
      const messages = options.messages(url.searchParams.get('to') ?? undefined);
      if (wantsPage(request)) sendMailbox(response, messages);
      else sendJson(response, 200, messages);
    },
    'GET /_local/demo': async (_, response) => {
      const demo = await options.demo();
      if (demo) sendJson(response, 200, demo);
      else sendJson(response, 503, { message: 'There is no demo account: the console says why.' });
    },
    'GET /_local/clock': async (_, response) => tellTime(response),
    'GET /_local/faults': async (_, response) =>
      sendJson(response, 200, { ...options.faults.list(), running: options.running() }),
    'DELETE /_local/faults': async (_, response) => {
      options.faults.clear();
      sendJson(response, 200, {});
    },
    'POST /_local/faults': async (request, response) => {
      try {
        options.faults.order(JSON.parse((await readBody(request, maxBodyBytes)).toString('utf8')));
        sendJson(response, 200, {});
      } catch (error) {
        sendJson(response, 400, { message: (error as Error).message });
      }
    },
    'GET /_local/alarms': async (_, response) => sendJson(response, 200, options.alarms()),
    'POST /_local/metrics': async (request, response) => {
      try {
        const body = JSON.parse((await readBody(request, maxBodyBytes)).toString('utf8'));
        options.putMetric(datum.parse(body));
        sendJson(response, 200, {});
      } catch (error) {
        sendJson(response, 400, { message: (error as Error).message });
      }
    },
    'POST /_local/customer-roles': async (request, response) => {
      try {
        const body = JSON.parse((await readBody(request, maxBodyBytes)).toString('utf8'));
        await options.putCustomerRole(customerRole.parse(body));
        sendJson(response, 200, {});
      } catch (error) {
        sendJson(response, 400, { message: (error as Error).message });
      }
    },
    'POST /_local/clock': async (request, response) => {
      try {
        const body = JSON.parse((await readBody(request, maxBodyBytes)).toString('utf8'));
        await clock.advance(parseDuration(String(body?.advance)));
        tellTime(response);
      } catch (error) {
        const bad = error instanceof RangeError || error instanceof SyntaxError;
        if (!bad && !(error instanceof BodyTooLarge)) throw error;
        const message = `Send {"advance":"22d"}: a whole number and s, m, h, d or w. ${error.message}`;
        sendJson(response, 400, { message });
      }
    },
  };
  return async (request, response, url) => {
    const handle = routes[`${request.method} ${url.pathname}`];
    if (handle) await handle(request, response, url);
    else sendJson(response, 404, { message: `There is no ${request.method} ${url.pathname}` });
  };
}

const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const nameIn = (host: string) => host.replace(/:\d+$/, '').toLowerCase();

/**
 * Whether a request names this machine as its host and, if it has an origin, as its origin. Otherwise another
 * site's page may be trying to reach its visitor's machine (DNS rebinding, CSRF).
 */
export function isLocalRequest({ headers }: IncomingMessage): boolean {
  if (!localNames.has(nameIn(headers.host ?? ''))) return false;
  const { origin } = headers;
  if (origin) return localNames.has(nameIn(origin.replace(/^https?:\/\//, '')));
  // Links from other sites work; images and scripts on other sites get nothing.
  return headers['sec-fetch-site'] !== 'cross-site' || headers['sec-fetch-mode'] === 'navigate';
}

const wantsPage = (request: IncomingMessage) =>
  (request.headers.accept ?? '').includes('text/html');

function sendMailbox(response: ServerResponse, messages: readonly StoredMail[]): void {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': mailboxPolicy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(mailboxPage(messages));
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(JSON.stringify(value));
}
