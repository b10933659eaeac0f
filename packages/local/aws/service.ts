import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { Resource } from '#local/assembly/resource.ts';

/*
 * How a service of the local cloud is written.
 *
 * A service is a name, a protocol, the resource types it takes from the templates, and a record of
 * operations by their AWS names. An operation says what it reads, who may call it, and what it does:
 *
 *   Encrypt: defineOperation({
 *     input: z.strictObject({ KeyId: z.string(), Plaintext: bytes(4096) }),
 *     permission: ({ KeyId }) => ({ action: 'kms:Encrypt', resource: arnOf(KeyId) }),
 *     run: ({ KeyId, Plaintext }) => ({ CiphertextBlob: seal(KeyId, Plaintext) }),
 *   })
 *
 * - `input` is strict. A member that it does not name is refused by `parseInput`, the same way in
 *   every service: never ignore what a caller asks for. The error code is the service's `invalidInput`.
 * - `permission` gives what IAM must allow, from the parsed input; `'public'` needs no signature.
 *   What only shows while an operation runs (keys in a streamed body) goes through `call.require`.
 * - `run` gives the answer's members; the wire writes them in the service's protocol. Failures are
 *   thrown as `AwsError`. An operation may also write `call.response` itself and give nothing.
 * - Operations of REST services have a `route` in the notation of Smithy's `http` trait:
 *   `GET /{Bucket}?list-type`, `PUT /{Bucket}/{Key+}`. Labels, query parameters and the members of a
 *   JSON body are the input, strings as they came. `payload` names the member that takes the whole
 *   body as a Buffer instead. S3 (`rest-xml`) reads its bodies from `call.request.body`.
 * - A provider that is not AWS (Stripe, OpenAI) uses `findRoute` and `runAsHost` behind a handler of
 *   its own, which checks who calls and reads the body; all its operations are `'public'`.
 */

/** One operation: what it reads, what IAM must allow, and what it does. */
interface Definition<Input extends z.ZodType> {
  /** Strict: `z.strictObject`. */
  input: Input;
  permission: 'public' | ((input: z.output<Input>) => Permission | readonly Permission[]);
  /** REST services: method and path, `POST /schedules/{Name}`. */
  route?: string;
  /** REST services: the member that takes the whole body, as a Buffer. */
  payload?: string;
  run(input: z.output<Input>, call: Call): unknown;
}

/** An operation of any input type. */
export type Operation = Definition<z.ZodType<never>>;

/** Who calls, and the request behind it. */
export interface Call {
  caller: Caller;
  /** Throws `AccessDeniedException` unless the caller may do all this. */
  require(permissions: readonly Permission[]): void;
  request: RestRequest;
  response: ServerResponse;
}

export function defineOperation<Input extends z.ZodType>(definition: Definition<Input>): Operation {
  return definition as unknown as Operation;
}

/** A service as operations. */
export interface Service {
  /** Name in the SigV4 credential scope: `dynamodb`, `s3`, `sqs`, `cognito-idp`, `ses`, `kms`, `states`, `scheduler`, `sts`. */
  readonly name: string;
  /** CloudFormation types that `declare` accepts. */
  readonly resourceTypes: readonly string[];
  /** Creates or updates what the template declares; called for each matching resource at every start. Throws on a property it cannot honour and must not ignore. */
  declare(resource: Resource): Promise<void>;
  /** Flushes and stops. A service must also survive being killed without it. */
  close(): Promise<void>;
  readonly protocol: 'json-1.0' | 'json-1.1' | 'rest-json' | 'rest-xml' | 'query';
  /** Code of the error for input that is wrong or not emulated, `ValidationException`. */
  readonly invalidInput: string;
  readonly operations: Readonly<Record<string, Operation>>;
  /** What the service calls errors of the wire, where it has names of its own: by the usual code. */
  readonly ownCodes?: Readonly<Record<string, { code: string; statusCode: number }>>;
  /**
   * REST services: runs before the operation is looked for, with the signature verified. True when it
   * has answered (a CORS preflight).
   */
  prepare?(request: RestRequest, response: ServerResponse): Promise<boolean>;
}

/**
 * Who makes a call at the wire. The SigV4 credential names a function (whose role is enforced), a role that one has assumed, or
 * the local host itself; a browser calls Cognito's public operations and presigned S3 unsigned.
 */
export type Caller =
  | { kind: 'function'; functionName: string }
  | { kind: 'role'; roleArn: string }
  | { kind: 'host' }
  | { kind: 'anonymous' };

/** What IAM must allow before a call runs. `context` holds condition keys (`s3:prefix`, `kms:EncryptionContext:org`). */
export interface Permission {
  action: string;
  resource: string;
  context?: Record<string, string | string[]>;
}

/** An error of AWS. The endpoint serialises it in the protocol of the service. */
export class AwsError extends Error {
  readonly code: string;
  readonly statusCode: number;
  /** Further members of the error body, for instance `CancellationReasons`. */
  readonly fields: Record<string, unknown>;
  constructor(
    code: string,
    message: string,
    statusCode = 400,
    fields: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = code;
    this.code = code;
    this.statusCode = statusCode;
    this.fields = fields;
  }
}

/** A request, below the endpoint's base path. */
export interface RestRequest {
  method: string;
  /** Path as sent (still percent-encoded), starting with `/`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Readable;
  caller: Caller;
}

/** Runs a function of the assembly and gives its answer. Throws `FunctionError` when it fails. */
export type InvokeFunction = (functionArn: string, payload: unknown) => Promise<unknown>;

/** An error thrown inside a function: `errorType` is the class name, as Step Functions matches it. */
export class FunctionError extends Error {
  readonly errorType: string;
  constructor(errorType: string, message: string) {
    super(message);
    this.name = 'FunctionError';
    this.errorType = errorType;
  }
}
