import * as z from 'zod';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import {
  AwsError,
  defineOperation,
  FunctionError,
  type InvokeFunction,
  type Service,
} from '#local/aws/service.ts';

export interface LambdaOptions {
  functions: readonly LambdaFunction[];
  invoke: InvokeFunction;
  /** Hears the name of a function whose environment has changed. */
  renew(functionName: string): void;
}

const configurationOf = ({
  name,
  arn,
  handler,
  roleArn,
  memoryMb,
  timeoutMs,
  environment,
}: LambdaFunction) => ({
  FunctionName: name,
  FunctionArn: arn,
  Handler: handler,
  Role: roleArn,
  MemorySize: memoryMb,
  Timeout: timeoutMs / 1000,
  Environment: { Variables: environment },
});

/**
 * Opens the local Lambda for the operator's tools: what a function is configured with, and invoking it. A change of its
 * environment ends with the local cloud.
 */
export function openLambda({ functions, invoke, renew }: LambdaOptions): Service {
  const find = (name: string): LambdaFunction => {
    const found = functions.find((candidate) => candidate.name === name || candidate.arn === name);
    if (found) return found;
    throw new AwsError('ResourceNotFoundException', `Function not found: ${name}`, 404);
  };
  return {
    name: 'lambda',
    protocol: 'rest-json',
    invalidInput: 'InvalidParameterValueException',
    resourceTypes: [],
    async declare() {},
    operations: {
      GetFunctionConfiguration: defineOperation({
        route: 'GET /2015-03-31/functions/{FunctionName}/configuration',
        input: z.strictObject({ FunctionName: z.string() }),
        permission: ({ FunctionName }) => ({
          action: 'lambda:GetFunctionConfiguration',
          resource: find(FunctionName).arn,
        }),
        run: ({ FunctionName }) => configurationOf(find(FunctionName)),
      }),
      UpdateFunctionConfiguration: defineOperation({
        route: 'PUT /2015-03-31/functions/{FunctionName}/configuration',
        input: z.strictObject({
          FunctionName: z.string(),
          Environment: z.strictObject({ Variables: z.record(z.string(), z.string()) }),
        }),
        permission: ({ FunctionName }) => ({
          action: 'lambda:UpdateFunctionConfiguration',
          resource: find(FunctionName).arn,
        }),
        run({ FunctionName, Environment }) {
          const changed = find(FunctionName);
          changed.environment = Environment.Variables;
          renew(changed.name);
          return configurationOf(changed);
        },
      }),
      Invoke: defineOperation({
        route: 'POST /2015-03-31/functions/{FunctionName}/invocations',
        payload: 'Payload',
        input: z.strictObject({ FunctionName: z.string(), Payload: z.instanceof(Buffer) }),
        permission: ({ FunctionName }) => ({
          action: 'lambda:InvokeFunction',
          resource: find(FunctionName).arn,
        }),
        async run({ FunctionName, Payload }, { request, response }) {
          const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
          if (type === 'Event') {
            // Failures of the function are in its log. AWS would try again twice; nothing here relies on it.
            invoke(find(FunctionName).arn, parse(Payload)).catch(() => undefined);
            return {};
          }
          if (type !== 'RequestResponse') {
            throw new AwsError('InvalidParameterValueException', `invocations of type ${type}`);
          }
          try {
            return await invoke(find(FunctionName).arn, parse(Payload));
          } catch (error) {
            if (!(error instanceof FunctionError)) throw error;
            response.setHeader('x-amz-function-error', 'Unhandled');
            return { errorType: error.errorType, errorMessage: error.message };
          }
        },
      }),
    },
    async close() {},
  };
}

function parse(event: Buffer): unknown {
  try {
    return JSON.parse(event.toString() || '{}');
  } catch {
    throw new AwsError('InvalidRequestContentException', 'The event is not JSON.');
  }
}
