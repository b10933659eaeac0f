import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InjectedFaults } from '#local/aws/injected-faults.ts';
import { findRoute } from '#local/aws/protocol/route.ts';
import { runAsHost } from '#local/aws/run-operation.ts';
import { AwsError, type Operation } from '#local/aws/service.ts';
import { hasBearerKey } from '#local/host/has-bearer-key.ts';
import { BodyTooLarge, readBody } from '#local/host/read-body.ts';
import type { Account } from './account.ts';
import { apiVersion, type Books } from './books.ts';
import { invalid, StripeFailure } from './failure.ts';
import { readForm } from './form.ts';
import type { Work } from './operation.ts';
import type { KeptAnswer } from './store.ts';

export interface WireOptions {
  account: Account;
  operations: Readonly<Record<string, Operation>>;
  secretKey: string;
  /** Failures that a test orders, for instance of `stripe:createCustomer`. Absent: none. */
  meetFault?: InjectedFaults['meet'] | undefined;
  onFault(error: unknown): void;
}

const maxBodyBytes = 1024 * 1024;

/** Answers Stripe's API, `/v1/…`, to callers with the secret key. */
export function openStripeWire(options: WireOptions) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    response.setHeader('request-id', `req_${randomBytes(7).toString('hex')}`);
    try {
      const given = await answer(request, response, url, options);
      if (given) send(response, given.status, given.body);
    } catch (error) {
      const failure = asFailure(error, options.onFault);
      send(response, failure.status, JSON.stringify({ error: failure.body }));
    }
  };
}

/** Gives nothing if the connection was cut instead. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { account, operations, secretKey, meetFault }: WireOptions,
): Promise<Pick<KeptAnswer, 'status' | 'body'> | undefined> {
  requireKey(request, secretKey);
  const version = request.headers['stripe-version'] ?? apiVersion;
  if (version !== apiVersion) throw invalid(`Only the version ${apiVersion} is spoken here.`);
  const { method = 'GET' } = request;
  const sent = method === 'POST' ? (await readBody(request, maxBodyBytes)).toString('utf8') : '';
  const path = url.pathname;
  const found = findRoute(operations, { method, path, query: new URLSearchParams() });
  if (!found) {
    throw new StripeFailure(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}), or it is not emulated.`,
    });
  }
  const body = Buffer.from(sent);
  const operation = `stripe:${found.name}`;
  const call = { operation, caller: 'stripe', body, response };
  if ((await meetFault?.(call)) === false) return undefined;
  const form = readForm(method === 'POST' ? sent : url.search);
  const members = { ...form, ...found.members };
  // The key identifies the caller, so operations check no permissions.
  const work = (await runAsHost(found.operation, members, 'parameter_invalid')) as Work;
  const resultOf = (books: Books) => JSON.stringify(work(books));
  const key = request.headers['idempotency-key'];
  if (method !== 'POST' || typeof key !== 'string') {
    return { status: 200, body: account.run(resultOf) };
  }
  const asked = createHash('sha256').update(`${method} ${path}\n${sent}`).digest('hex');
  return account.once(key, asked, (books) => {
    try {
      return { request: asked, status: 200, body: resultOf(books) };
    } catch (error) {
      if (!(error instanceof StripeFailure) || !error.keepsWrites) throw error;
      return { request: asked, status: error.status, body: JSON.stringify({ error: error.body }) };
    }
  });
}

function requireKey({ headers }: IncomingMessage, secretKey: string): void {
  if (hasBearerKey(headers, secretKey)) return;
  throw new StripeFailure(401, {
    type: 'invalid_request_error',
    message: 'Invalid API Key provided.',
  });
}

function asFailure(error: unknown, onFault: (error: unknown) => void): StripeFailure {
  if (error instanceof StripeFailure) return error;
  if (error instanceof AwsError && error.statusCode >= 429) {
    return new StripeFailure(error.statusCode, { type: 'api_error', message: error.message });
  }
  if (error instanceof AwsError) return asInvalid(error);
  if (error instanceof BodyTooLarge) return invalid('The request is too large.');
  onFault(error);
  return new StripeFailure(500, { type: 'api_error', message: (error as Error).message });
}

/** The error for an invalid input, with the parameter that is wrong. */
function asInvalid({ message }: AwsError): StripeFailure {
  const place = message.split(/:| is not emulated/)[0]!;
  const [first = '', ...rest] = place.split('.');
  const param = first + rest.map((step) => `[${step}]`).join('');
  if (message.endsWith(' is not emulated')) {
    return invalid(`Received unknown parameter: ${param}`, 'parameter_unknown', param);
  }
  if (message.endsWith('received undefined')) {
    return invalid(`Missing required param: ${param}.`, 'parameter_missing', param);
  }
  return invalid(message, 'parameter_invalid', param);
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
