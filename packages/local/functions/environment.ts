import type { LambdaFunction } from '#local/assembly/functions.ts';
import type { Credentials } from '#local/iam/credentials.ts';

/**
 * The environment of a function: the variables of its template and those that Lambda adds. HOME is the code folder,
 * so that the SDK never finds the developer's AWS profile.
 */
export function functionEnvironment(
  definition: LambdaFunction,
  credentials: Credentials,
  aws: { region: string; endpoint: string },
): Record<string, string> {
  const { NODE_OPTIONS, ...environment } = definition.environment;
  // The log maps stack traces to sources instead, see `source-lines.ts`.
  const nodeOptions = NODE_OPTIONS?.replace('--enable-source-maps', '').trim();
  return {
    ...environment,
    ...(nodeOptions && { NODE_OPTIONS: nodeOptions }),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: aws.region,
    AWS_DEFAULT_REGION: aws.region,
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: definition.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(definition.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${definition.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: definition.codeDirectory,
    HOME: definition.codeDirectory,
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
  };
}
