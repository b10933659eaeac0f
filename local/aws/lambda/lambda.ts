import type { ServerResponse } from 'node:http';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import { sha256 } from '#local/aws/protocol/sigv4.ts';
import {
  AwsError,
  FunctionError,
  type InvokeFunction,
  type RestRequest,
  type RestService,
} from '#local/aws/service.ts';
import { readBody } from '#local/host/read-body.ts';

export interface LambdaOptions {
  functions: readonly LambdaFunction[];
  invoke: InvokeFunction;
}

const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** The operations that an operator's tool needs: which of them a method and the end of a path mean. */
const operations: Record<string, string> = {
  'GET configuration': 'GetFunctionConfiguration',
  'POST invocations': 'InvokeFunction',
};

/** Opens the local Lambda: what a function is configured with, and invoking it while one waits. */
export function openLambda({ functions, invoke }: LambdaOptions): RestService {
  const find = (name: string): LambdaFunction => {
    const found = functions.find((candidate) => candidate.name === name || candidate.arn === name);
    if (found) return found;
    throw new AwsError('ResourceNotFoundException', `Function not found: ${name}`, 404);
  };
  return {
    name: 'lambda',
    protocol: 'rest',
    resourceTypes: [],
    async declare() {},
    permissions(request) {
      const { name, action } = route(request);
      return [{ action: `lambda:${action}`, resource: find(name).arn }];
    },
    async handle(request, response) {
      try {
        const { name, action } = route(request);
        const definition = find(name);
        if (action === 'InvokeFunction') await answerEvent(definition, invoke, request, response);
        else send(response, 200, configurationOf(definition));
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        response.setHeader('x-amzn-errortype', error.code);
        send(response, error.statusCode, { Type: 'User', Message: error.message });
      }
    },
    async close() {},
  };
}

/** `/2015-03-31/functions/{name}/{what}`; everything else is not emulated. */
function route({ method, path }: RestRequest): { name: string; action: string } {
  const [, name, what] = /^\/2015-03-31\/functions\/([^/]+)\/(\w+)$/.exec(path) ?? [];
  const action = operations[`${method} ${what}`];
  if (!name || !action) {
    throw new AwsError(
      'UnknownOperationException',
      `lambda: ${method} ${path} is not emulated`,
      404,
    );
  }
  return { name: decodeURIComponent(name), action };
}

const configurationOf = ({ name, arn, handler, memoryMb, timeoutMs, ...rest }: LambdaFunction) => ({
  ...{ FunctionName: name, FunctionArn: arn, Handler: handler, Role: rest.roleArn },
  ...{ MemorySize: memoryMb, Timeout: timeoutMs / 1000 },
  Environment: { Variables: rest.environment },
});

async function answerEvent(
  { arn }: LambdaFunction,
  invoke: InvokeFunction,
  { body, headers }: RestRequest,
  response: ServerResponse,
): Promise<void> {
  const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (type !== 'RequestResponse') {
    throw new AwsError('InvalidParameterValueException', `invocations of type ${type}`);
  }
  const event = await readBody(body, MAX_EVENT_BYTES);
  if (sha256(event) !== headers['x-amz-content-sha256']) {
    throw new AwsError(
      'InvalidSignatureException',
      'The body is not the one that was signed.',
      403,
    );
  }
  try {
    send(response, 200, await invoke(arn, parse(event)));
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    response.setHeader('x-amz-function-error', 'Unhandled');
    send(response, 200, { errorType: error.errorType, errorMessage: error.message });
  }
}

function parse(event: Buffer): unknown {
  try {
    return JSON.parse(event.toString() || '{}');
  } catch {
    throw new AwsError('InvalidRequestContentException', 'The event is not JSON.');
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
