import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Resource } from '#local/assembly/resource.ts';

/**
 * Who makes a call at the wire. The SigV4 credential names a function (whose role is enforced) or
 * the local host itself; a browser calls Cognito's public operations and presigned S3 unsigned.
 */
export type Caller =
  | { kind: 'function'; functionName: string }
  | { kind: 'host' }
  | { kind: 'anonymous' };

/** What IAM must allow before a call runs. `context` holds condition keys (`s3:prefix`, `kms:EncryptionContext:org`). */
export interface Permission {
  action: string;
  resource: string;
  context?: Record<string, string | string[]>;
}

/** A failure in AWS's own terms; the wire serialises it in the protocol of the service. */
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

interface Service {
  /** Name in the SigV4 credential scope: `dynamodb`, `s3`, `sqs`, `cognito-idp`, `ses`, `kms`, `states`, `scheduler`. */
  readonly name: string;
  /** CloudFormation types that `declare` accepts. */
  readonly resourceTypes: readonly string[];
  /** Creates or updates what the template declares; called for each matching resource at every start. Throws on a property it cannot honour and must not ignore. */
  declare(resource: Resource): Promise<void>;
  /** Flushes and stops. A service must also survive being killed without it. */
  close(): Promise<void>;
}

/** A service of AWS's JSON or query protocols. The wire parses the request and serialises the answer. */
export interface RpcService extends Service {
  readonly protocol: 'json-1.0' | 'json-1.1' | 'query';
  /** Operations that need no signature (Cognito's client operations). */
  readonly publicOperations?: ReadonlySet<string>;
  /** IAM permissions of a call. Throws `AwsError('UnknownOperationException')` for an operation that is not mapped. */
  permissions(operation: string, input: Record<string, unknown>): Permission[];
  /** Runs a call; `input` and the result are the operation's wire shapes (binary members in base64 for JSON). */
  call(operation: string, input: Record<string, unknown>, caller: Caller): Promise<object>;
}

/** A request to a REST service, below the endpoint's base path. */
export interface RestRequest {
  method: string;
  /** Path as sent (still percent-encoded), starting with `/`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Readable;
  caller: Caller;
}

/** A service with URLs of its own (S3, Scheduler). It writes its own answers, errors included. */
export interface RestService extends Service {
  readonly protocol: 'rest';
  permissions(request: RestRequest): Permission[];
  handle(request: RestRequest, response: ServerResponse): Promise<void>;
}

export type AwsService = RpcService | RestService;

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
