import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#local/clock.ts';
import type { Firewall } from '#local/firewall/firewall.ts';
import { BodyTooLarge, readBody } from '#local/host/read-body.ts';
import type { Access } from '#local/iam/access.ts';
import type { CredentialStore } from '#local/iam/credentials.ts';
import type { InjectedFaults } from './injected-faults.ts';
import { answerFailure, answerResult, type Protocol } from './protocol/answer.ts';
import { findRoute } from './protocol/route.ts';
import {
  readSignature,
  type SignedRequest,
  sentUrl,
  sha256,
  signatureMatches,
  signatureProblem,
} from './protocol/sigv4.ts';
import { runOperation } from './run-operation.ts';
import {
  AwsError,
  type Call,
  type Caller,
  type Operation,
  type RestRequest,
  type Service,
} from './service.ts';

/** The parts of the local cloud that the AWS endpoint uses. */
export interface WireOptions {
  /** Path below which the endpoint lives, `/_local/aws`. */
  basePath: string;
  services: readonly Service[];
  credentials: CredentialStore;
  access: Access;
  clock: Clock;
  faults: InjectedFaults;
  /** Ends the instances of a function, as a crash does. */
  endFunction(name: string): void;
  /** The firewall for calls that need no signature. */
  userPoolFirewall: Firewall;
  /** Reports a failure that is the local cloud's own fault. */
  onFault(error: unknown): void;
}

/** DynamoDB's BatchWriteItem, the largest RPC request, may have 16 MB. */
const maxRpcBytes = 17 * 1024 * 1024;

/**
 * The AWS endpoint of the local cloud: one address for all services, told apart by the credential
 * scope. Every signature is verified and every permission checked before a service sees the call.
 */
export function openWire(options: WireOptions) {
  const services = new Map(options.services.map((service) => [service.name, service]));
  const signingTimes = openSigningTimes(options.clock);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomUUID();
    response.setHeader('x-amzn-requestid', requestId);
    let protocol: Protocol = 'json-1.1';
    let ownCodes: Service['ownCodes'];
    try {
      const signed: SignedRequest = {
        method: request.method ?? 'GET',
        url: sentUrl(request.url ?? '/'),
        headers: request.headers,
      };
      const signature = readSignature(signed);
      const name = signature?.service ?? unsignedService(request, options.basePath);
      const service = services.get(name);
      if (!service) {
        throw new AwsError('UnknownServiceException', `no local service "${name}"`, 404);
      }
      ({ protocol, ownCodes } = service);
      await callService(service, request, response, signed, { ...options, signingTimes });
    } catch (error) {
      const usual = asAwsError(error, options.onFault);
      const own = ownCodes?.[usual.code];
      const failure = own
        ? new AwsError(own.code, usual.message, own.statusCode, usual.fields)
        : usual;
      if (response.headersSent) response.destroy();
      else answerFailure(request, response, protocol, failure, requestId);
    }
  };
}

/** Browsers do not sign. They call Cognito by target and S3 by the bucket's path. */
function unsignedService(request: IncomingMessage, basePath: string): string {
  const target = String(request.headers['x-amz-target'] ?? '');
  if (target.startsWith('AWSCognitoIdentityProviderService.')) return 'cognito-idp';
  const preflight = String(request.headers['access-control-request-headers'] ?? '');
  if (request.method === 'OPTIONS' && preflight.includes('x-amz-target')) return 'cognito-idp';
  return (request.url ?? '').length > basePath.length + 1 ? 's3' : '';
}

/** Gives the times at which a request that arrives now may have been signed. */
type SigningTimes = () => number[];

/** A request that was signed before an advance may arrive after it, for so long. */
const ON_ITS_WAY_MS = 60_000;

/** Functions live by the local clock, tools beside them by the real one. */
function openSigningTimes(clock: Clock): SigningTimes {
  const offsetAt = (real: number) => clock.now() - real;
  let offset = offsetAt(Date.now());
  let former: { offset: number; until: number }[] = [];
  return () => {
    const real = Date.now();
    const now = offsetAt(real);
    former = former.filter(({ until }) => until > real);
    // Reading both clocks may take a moment.
    if (now - offset > 1_000) former.push({ offset, until: real + ON_ITS_WAY_MS });
    offset = now;
    return [0, now, ...former.map((one) => one.offset)].map((by) => real + by);
  };
}

/** Runs a call of a service that is a record of operations. */
async function callService(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  signed: SignedRequest,
  options: WireOptions & { signingTimes: SigningTimes },
): Promise<void> {
  const { protocol, operations, invalidInput } = service;
  if (protocol.startsWith('json') && answersPreflight(request, response)) return;
  // S3's operations read their bodies themselves, as streams.
  const body = protocol === 'rest-xml' ? undefined : await readBody(request, maxRpcBytes);
  const sentHash = String(request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD');
  const caller = await authenticate(signed, body ? sha256(body) : sentHash, options);
  const below: RestRequest = {
    method: signed.method,
    path: signed.url.pathname.slice(options.basePath.length) || '/',
    query: signed.url.searchParams,
    headers: request.headers,
    body: request,
    caller,
  };
  if (await service.prepare?.(below, response)) return;
  const asked = protocol.startsWith('rest')
    ? readRestCall(operations, below, body)
    : protocol === 'query'
      ? readQueryCall(operations, body ?? Buffer.alloc(0))
      : readRpcCall(operations, request, body ?? Buffer.alloc(0));
  const fullName = `${service.name}:${asked.name}`;
  const call: Call = {
    caller,
    request: below,
    response,
    require: (permissions) => options.access.require(caller, permissions, fullName),
  };
  if (!asked.operation) {
    call.require([]);
    const message = `${service.name}: ${asked.name} is not emulated`;
    throw new AwsError('UnknownOperationException', message, 404);
  }
  const { name, operation } = asked;
  if (service.name === 'cognito-idp' && operation.permission === 'public') {
    if (options.userPoolFirewall(request, { 'x-amzn-cognito-operation-name': name })) {
      throw new AwsError('ForbiddenException', 'Request not allowed due to WAF block.');
    }
  }
  const functionName = caller.kind === 'function' ? caller.functionName : undefined;
  const endCaller = functionName ? () => options.endFunction(functionName) : undefined;
  const faulty = { operation: fullName, caller: functionName, body, response, endCaller };
  if (!(await options.faults.meet(faulty))) return;
  const result = await runOperation(operation, asked.input(), call, invalidInput);
  if (!response.headersSent) answerResult(response, protocol, result, name);
}

/** The service and operation of a request. Its input is read after the operation is found. */
interface Asked {
  name: string;
  operation: Operation | undefined;
  input(): unknown;
}

function readRpcCall(
  operations: Service['operations'],
  request: IncomingMessage,
  body: Buffer,
): Asked {
  const name = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  return {
    name,
    operation: Object.hasOwn(operations, name) ? operations[name] : undefined,
    input: () => parseObject(body),
  };
}

/** A form: `Action` names the operation. */
function readQueryCall(operations: Service['operations'], body: Buffer): Asked {
  const {
    Action = '',
    Version: _,
    ...input
  } = Object.fromEntries(new URLSearchParams(body.toString()));
  const operation = Object.hasOwn(operations, Action) ? operations[Action] : undefined;
  return { name: Action, operation, input: () => input };
}

function readRestCall(
  operations: Service['operations'],
  request: RestRequest,
  body: Buffer | undefined,
): Asked {
  const found = findRoute(operations, request);
  if (!found) {
    return { name: `${request.method} ${request.path}`, operation: undefined, input: () => ({}) };
  }
  const { name, operation, members } = found;
  const input = () => {
    if (operation.payload) return { ...members, [operation.payload]: body };
    return body?.length ? { ...parseObject(body), ...members } : members;
  };
  return { name, operation, input };
}

function parseObject(body: Buffer): Record<string, unknown> {
  try {
    const input = JSON.parse(body.toString('utf8') || '{}');
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  } catch {
    // Answered below, like any other body that is not a JSON object.
  }
  throw new AwsError('SerializationException', 'the body is not a JSON object');
}

/** Browsers call Cognito from other origins too. No call here is authorised by a cookie. */
function answersPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'x-amzn-requestid, x-amzn-errortype');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(200, {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
  });
  response.end();
  return true;
}

async function authenticate(
  request: SignedRequest,
  payloadHash: string,
  { credentials, clock, signingTimes }: WireOptions & { signingTimes: SigningTimes },
): Promise<Caller> {
  const signature = readSignature(request);
  if (!signature) return { kind: 'anonymous' };
  const known = credentials.find(signature.accessKeyId);
  if (!known) {
    const message = 'The access key is not one of this installation.';
    throw new AwsError('UnrecognizedClientException', message, 403);
  }
  const refuse = (reason: string): never => {
    throw new AwsError('InvalidSignatureException', reason, 403);
  };
  if (signature.presigned && signature.service !== 's3') {
    refuse('Presigned URLs are emulated for S3 only.');
  }
  if (!(await signatureMatches(request, signature, known.secretAccessKey, payloadHash))) {
    refuse('The request signature does not match the request.');
  }
  if (known.session) {
    const { token, expiresAt } = known.session;
    if (request.headers['x-amz-security-token'] !== token || expiresAt <= clock.now()) {
      throw new AwsError('ExpiredToken', 'The security token is wrong or has expired.', 403);
    }
  }
  const problem = !signature.presigned && signatureProblem(request, signature, signingTimes());
  return problem ? refuse(problem) : known.caller;
}

function asAwsError(error: unknown, onFault: (error: unknown) => void): AwsError {
  if (error instanceof AwsError) return error;
  if (error instanceof BodyTooLarge) {
    return new AwsError('RequestEntityTooLargeException', 'The request is too large.', 413);
  }
  onFault(error);
  return new AwsError('InternalFailure', (error as Error).message, 500);
}
