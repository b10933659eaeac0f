import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import { isOverload } from '#core/runtime/call-limits.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import { factsOfRequest, logger, metrics } from '#core/runtime/log.ts';
import { workFor } from '#core/runtime/request-id.ts';
import { isWarmEvent, type WarmEvent } from '#core/runtime/warm-event.ts';
import type { Contract, EndpointName } from '#shared/contract/contract.ts';
import {
  type Endpoint,
  type InputOf,
  type OutputOf,
  successStatus,
} from '#shared/contract/endpoint.ts';
import { type ErrorOf, errorsOf } from '#shared/contract/errors-of.ts';
import { unknownMembers } from '#shared/contract/only-members.ts';
import { errorBody } from '#shared/error-body.ts';
import { errorCatalog, ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { bypassesCloudFront } from './bypasses-cloudfront.ts';
import type { Caller, CallerResolver } from './caller-resolver.ts';
import type { Claiming } from './claimed-org-id.ts';
import { compressed } from './compressed.ts';
import { conditional } from './conditional.ts';
import { isManagement } from './is-management.ts';
import { OtherAnswer } from './other-answer.ts';

/** The input of a use case. */
export interface ApiRequest<K extends EndpointName, Principal> extends Caller<Principal> {
  params: Claiming<InputOf<Contract[K]>['params']>;
  query: Claiming<InputOf<Contract[K]>['query']>;
  body: Claiming<InputOf<Contract[K]>['body']>;
  now: Date;
  /** Of an endpoint that is `repeatable`: the header `Idempotency-Key`, if it was sent. */
  idempotencyKey: string | undefined;
  /** When the call reached the function, by `performance.now()`. */
  startedAt: number;
  fail: Fail<K>;
}

/** Makes the error that an expected failure is answered with: `throw fail('…')`. Takes the endpoint's codes only. */
export type Fail<K extends EndpointName> = (
  code: ErrorOf<Contract[K]>,
  message?: string,
) => ProductError;

export type UseCase<K extends EndpointName, Principal> = (
  request: ApiRequest<K, Principal>,
) => Promise<OutputOf<Contract[K]>>;

type ApiResult = APIGatewayProxyStructuredResultV2;
type Headers = Record<string, string>;

/**
 * A Lambda handler typed with its endpoint, so that a route cannot be bound to another endpoint's handler.
 */
export interface ApiHandler<K extends EndpointName> {
  (event: APIGatewayProxyEventV2 | WarmEvent): Promise<ApiResult>;
  readonly endpoint: K;
}

/**
 * Makes a handler of a use case: parse, principal, run, serialise, map errors, log one line.
 * @param endpoints the part of the contract with the endpoint; a function loads no other part
 * @param name key of the contract
 * @param resolveCaller identifies the caller, as the endpoint's access kind requires
 * @param execute the use case: returns the endpoint's output; throws what `fail` makes for expected failures.
 *   A `ProductError` that the contract does not list for this endpoint is a defect, answered like any other
 * @param warm gets ready for questions about an index: for functions that take `WarmEvent`s, too
 */
export function lambda<K extends EndpointName, Principal>(
  endpoints: Pick<Contract, NoInfer<K>>,
  name: K,
  resolveCaller: CallerResolver<Contract[K]['access'], Principal>,
  execute: UseCase<K, Principal>,
  warm?: (indexId: string) => Promise<void>,
): ApiHandler<K> {
  const endpoint: Endpoint = endpoints[name];
  const declared = errorsOf(endpoint);
  const isUndeclared = (error: unknown): error is ProductError =>
    error instanceof ProductError && !declared.includes(error.code);
  const fail: Fail<K> = (code, message) => new ProductError(code, message);

  const run = async (event: APIGatewayProxyEventV2, headers: Headers, startedAt: number) => {
    const caller = await resolveCaller(event, endpoint);
    Object.assign(headers, caller.headers);
    let isInvalid = false;
    try {
      const input = parseInput(endpoint, event);
      // The generic endpoint has lost its name's types; contract and use case agree by construction.
      const idempotencyKey = endpoint.repeatable && parseIdempotencyKey(event);
      const context = { ...caller, now: new Date(), idempotencyKey, startedAt, fail };
      const request = { ...input, ...context } as unknown as ApiRequest<K, Principal>;
      const output = await execute(request);
      return process.env.VALIDATE_OUTPUTS === 'true' ? endpoint.output.parse(output) : output;
    } catch (error) {
      const isAnswer = error instanceof ProductError || error instanceof OtherAnswer;
      isInvalid = isAnswer && error.status === 400;
      throw error;
    } finally {
      if (caller.usage) {
        const usage = await caller.usage;
        Object.assign(headers, isInvalid ? await usage.takeBack() : usage.headers);
      }
    }
  };

  let isFresh = true;
  const handler = async (event: APIGatewayProxyEventV2 | WarmEvent): Promise<ApiResult> => {
    const startedAt = performance.now();
    const coldStart = isFresh || undefined;
    isFresh = false;
    if (isWarmEvent(event)) {
      workFor(event.request_id);
      await warm?.(event.warm_index_id);
      return {};
    }
    const requestId = event.requestContext.requestId;
    workFor(requestId);
    // As API Gateway itself refuses.
    if (bypassesCloudFront(event)) return answer(403, { message: 'Forbidden' }, {});
    const headers: Headers = {};
    let result: ApiResult;
    let failure: unknown;
    try {
      result = successAnswer(endpoint, await run(event, headers, startedAt), headers);
    } catch (error) {
      if (error instanceof OtherAnswer) {
        result = answer(error.status, error.body, headers);
      } else {
        failure = isUndeclared(error)
          ? new Error(`The contract does not declare ${error.code} for ${name}`, { cause: error })
          : error;
        if (isOverload(error)) failure = new ProductError('Busy');
        result = failureAnswer(endpoint, failure, requestId, headers);
      }
    }
    const elapsedMs = Math.round((performance.now() - startedAt) * 10) / 10;
    const cloudFrontId = event.headers['x-amz-cf-id'];
    logRequest({ operation: name, elapsedMs, coldStart, cloudFrontId }, result, failure);
    return compressed(conditional(result, event), event.headers['accept-encoding']);
  };
  return Object.assign(handler, { endpoint: name });
}

function answer(statusCode: number, body: unknown, headers: Headers): ApiResult {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

function successAnswer(endpoint: Endpoint, output: unknown, headers: Headers): ApiResult {
  const { mediaType, redirects, cacheSeconds, mayAccept } = endpoint;
  if (mayAccept && output === undefined) return { statusCode: 202, headers, body: '' };
  const status = successStatus(endpoint);
  if (cacheSeconds) headers['cache-control'] = `public, max-age=${cacheSeconds}`;
  if (redirects) return answer(status, {}, { ...headers, location: output as string });
  if (!mediaType) return answer(status, output, headers);
  const isImage = mediaType.startsWith('image/');
  const contentType = isImage ? mediaType : `${mediaType}; charset=utf-8`;
  return {
    ...answer(status, undefined, { ...headers, 'content-type': contentType }),
    body: output as string,
    ...(isImage && { isBase64Encoded: true }),
  };
}

/** Seconds after which a caller may try again what could not be answered now. */
const retrySeconds = '2';

/** Errors in the specification's forms: an array on the public index API, `Code` and `Message` elsewhere. */
function failureAnswer(
  endpoint: Endpoint,
  failure: unknown,
  requestId: string,
  headers: Headers,
): ApiResult {
  const expected = failure instanceof ProductError ? failure : undefined;
  const { code, message, status } = expected ?? new ProductError('Internal');
  const isPublic = endpoint.access === 'api-key';
  const body = errorBody({ code, message, requestId, isPublic, origin: publicOrigin() });
  const retry: Headers = status === 503 ? { 'retry-after': retrySeconds } : {};
  return answer(status, body, { ...headers, ...retry, ...expected?.headers });
}

function parseInput(endpoint: Endpoint, event: APIGatewayProxyEventV2) {
  const query = event.queryStringParameters ?? {};
  // Programs are told of a parameter that nobody reads. Pages of an earlier release may send more.
  if (endpoint.access === 'api-key' || isManagement(event)) requireKnown(endpoint, query);
  return {
    params: parsePart('path', endpoint.params, event.pathParameters ?? {}),
    query: parsePart('query', endpoint.query, query),
    body: endpoint.body && parsePart('body', endpoint.body, parseBody(endpoint, event)),
  };
}

/** @throws ProductError `InvalidRequest` */
function requireKnown(endpoint: Endpoint, query: object): void {
  const known = Object.keys(endpoint.query?.shape ?? {});
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw invalid(`query: ${unknownMembers(unknown, known)}`);
}

/** @throws ProductError `InvalidRequest` */
function parseIdempotencyKey({ headers }: APIGatewayProxyEventV2): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || (key !== '' && key.length <= limits.idempotencyKeyMaxLength)) return key;
  throw new ProductError(
    'InvalidRequest',
    `The header Idempotency-Key has 1 to ${limits.idempotencyKeyMaxLength} characters.`,
  );
}

const isLines = ({ headers }: APIGatewayProxyEventV2) =>
  /^application\/(x-)?(ndjson|jsonl)\b/i.test(headers['content-type'] ?? '');

function parseBody({ lines }: Endpoint, event: APIGatewayProxyEventV2): unknown {
  return lines && isLines(event) ? { [lines]: parseLines(event) } : parseJson(event);
}

function parseLines(event: APIGatewayProxyEventV2): unknown[] {
  const all = textOf(event).split('\n');
  return all.flatMap((line, i): unknown[] => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line)];
    } catch {
      throw new ProductError('InvalidRequest', `Line ${i + 1} of the body is not valid JSON.`);
    }
  });
}

const textOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

function parseJson(event: APIGatewayProxyEventV2): unknown {
  // As from callers that leave out a body whose members are all optional.
  if (!event.body) return {};
  try {
    return JSON.parse(textOf(event));
  } catch {
    throw new ProductError('InvalidRequest', 'The body is not valid JSON.');
  }
}

function parsePart(part: string, schema: z.ZodType | undefined, value: unknown) {
  const parsed = schema?.safeParse(value);
  if (!parsed || parsed.success) return parsed?.data;
  const all = parsed.error.issues.flatMap(issuesOfForm);
  const issues = all.slice(0, 5).map((issue) => {
    const place = [part, ...issue.path.map(String)].join('.');
    return `${place}: ${issue.message}`;
  });
  throw invalid(issues.join('; '));
}

const invalid = (issues: string) =>
  new ProductError('InvalidRequest', `${errorCatalog.InvalidRequest.message} ${issues}`);

/** Of an object that may have several forms, the issues with the one that it comes nearest to. */
function issuesOfForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isOfMembers = ({ path, code }: z.core.$ZodIssue) =>
    path.length > 0 || code === 'unrecognized_keys';
  const missed = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce(
      (sum, each) => sum + (each.code === 'unrecognized_keys' ? each.keys.length : 1),
      0,
    );
  const [nearest] = issue.errors
    .filter((issues) => issues.every(isOfMembers))
    .toSorted((a, b) => missed(a) - missed(b));
  if (!nearest) return [issue];
  return nearest.flatMap((each) => issuesOfForm({ ...each, path: [...issue.path, ...each.path] }));
}

/** What the last line about a request says beside its id, which every line has. */
interface RequestLine {
  operation: EndpointName;
  elapsedMs: number;
  /** Whether the instance was started for this request. */
  coldStart: true | undefined;
  /** Id that CloudFront gave the request, and shows on error pages of its own. */
  cloudFrontId: string | undefined;
}

function logRequest(request: RequestLine, { statusCode = 0 }: ApiResult, failure: unknown) {
  const line = { ...request, statusCode, ...factsOfRequest() };
  if (failure === undefined) logger.info('request', line);
  else if (failure instanceof ProductError) logger.info('request', { ...line, code: failure.code });
  else logger.error('request failed', { ...line, error: failure as Error });
  // AWS bills each metric while it gets values, so that only faults have one; the log line has the latency.
  if (statusCode >= 500) metrics.addMetric('faults', MetricUnit.Count, 1);
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
}
