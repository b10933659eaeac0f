import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from '#local/assembly/routes.ts';
import { FunctionError } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import type { InvokingService } from '#local/iam/invoke-permissions.ts';
import { sendFunctionAnswer, sendGatewayMessage } from './api-answer.ts';
import { apiEvent } from './api-event.ts';
import type { openAuthorizer } from './authorize.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import { openRouteTable, type RouteMatch } from './route-table.ts';

export interface ApiOptions {
  routes: readonly Route[];
  region: string;
  accountId: string;
  clock: Clock;
  authorize: ReturnType<typeof openAuthorizer>;
  invoke(functionName: string, payload: unknown): Promise<unknown>;
  mayInvoke(functionName: string, service: InvokingService): boolean;
  /** Hears of every request how it was answered. */
  onAnswer?(apiId: string, statusCode: number, elapsedMs: number): void;
  onFault(error: unknown): void;
}

/** Limits of an HTTP API: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const maxBodyBytes = 10 * 1024 * 1024;
const integrationTimeoutMs = 30_000;
const closeGraceMs = 5000;

/** Answers to some errors of the runtime. Every other failure is an internal error. */
const failures: Readonly<Record<string, [status: number, message: string]>> = {
  'Sandbox.Timedout': [503, 'Service Unavailable'],
  RequestTooLargeException: [413, 'Request Entity Too Large'],
};
const internal = [500, 'Internal Server Error'] as const;

/** The HTTP API of the assembly. */
export interface Api {
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  /** Accepts no more requests. Resolves when the running ones are answered, after 5 s at the latest. */
  close(): Promise<void>;
}

/** Opens the API. Throws if it has no permission to invoke a route's function. */
export function openApi(options: ApiOptions): Api {
  for (const route of options.routes) requireInvokePermission(route, options);
  const find = openRouteTable(options.routes);
  const running = new Set<Promise<void>>();
  let closed = false;
  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const match = find(request.method ?? 'GET', url.pathname);
    if (!match) return sendGatewayMessage(response, 404, 'Not Found');
    const began = performance.now();
    try {
      await callRoute(request, response, url, match, options);
    } catch (error) {
      if (response.headersSent) throw error;
      if (error instanceof BodyTooLarge) {
        response.setHeader('connection', 'close');
        return sendGatewayMessage(response, 413, 'Request Entity Too Large');
      }
      if (!(error instanceof FunctionError)) options.onFault(error);
      const [status, message] = failures[(error as FunctionError).errorType] ?? internal;
      sendGatewayMessage(response, status, message);
    } finally {
      options.onAnswer?.(match.route.apiId, response.statusCode, performance.now() - began);
    }
  };
  return {
    async handle(request, response, url) {
      if (closed) return sendGatewayMessage(response, 503, 'Service Unavailable');
      const answered = answer(request, response, url).finally(() => running.delete(answered));
      running.add(answered);
      await answered;
    },
    async close() {
      closed = true;
      const grace = sleep(closeGraceMs, undefined, { ref: false });
      await Promise.race([Promise.allSettled(running), grace]);
    },
  };
}

async function callRoute(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  match: RouteMatch,
  options: ApiOptions,
): Promise<void> {
  const { route } = match;
  const token = route.authorizer && request.headers[route.authorizer.header];
  const claims =
    route.authorizer && (await options.authorize(String(token ?? ''), route.authorizer));
  if (route.authorizer && !claims) {
    response.setHeader('www-authenticate', 'Bearer');
    return sendGatewayMessage(response, 401, 'Unauthorized');
  }
  const body = await readBody(request, maxBodyBytes);
  const requestId = randomUUID();
  response.setHeader('apigw-requestid', requestId);
  const { accountId, clock } = options;
  const event = apiEvent({
    request,
    url,
    body,
    match,
    claims,
    requestId,
    accountId,
    nowMs: clock.now(),
  });
  const answer = await withinTimeout(options.invoke(route.functionName, event));
  if (!sendFunctionAnswer(response, answer)) {
    sendGatewayMessage(response, 500, 'Internal Server Error');
  }
}

/** Limits the wait to the API's own timeout, even if the function's timeout is longer. */
async function withinTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new FunctionError('Sandbox.Timedout', 'the integration took too long');
    timer = setTimeout(() => reject(error), integrationTimeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function requireInvokePermission(route: Route, options: ApiOptions): void {
  const { region, accountId } = options;
  const path = `${route.method === 'ANY' ? '*' : route.method}/${route.segments.join('/')}`;
  const service = {
    principal: 'apigateway.amazonaws.com',
    sourceArn: `arn:aws:execute-api:${region}:${accountId}:${route.apiId}/$default/${path}`,
  };
  if (!options.mayInvoke(route.functionName, service)) {
    throw new Error(
      `route ${route.key}: ${route.functionName} has no permission (AWS::Lambda::Permission) to be invoked by the API`,
    );
  }
}
