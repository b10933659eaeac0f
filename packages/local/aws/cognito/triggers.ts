import { AwsError, FunctionError } from '#local/aws/service.ts';
import type { Cognito } from './context.ts';
import type { Pool, TriggerName } from './pool.ts';
import type { User } from './user.ts';

const maxAttempts = 3;

export interface TriggerEvent {
  /** For instance `PreSignUp_SignUp`. */
  source: string;
  user: User;
  /** Absent for calls of an administrator. */
  clientId?: string;
  request?: Record<string, unknown>;
  /** The fields that the function may fill in. */
  response: Record<string, unknown>;
}

/**
 * Calls a trigger of the pool and gives the `response` it fills in, or undefined when the pool has
 * no such trigger. A throwing function becomes `UserLambdaValidationException`, as in AWS.
 */
export async function runTrigger(
  cognito: Cognito,
  pool: Pool,
  name: TriggerName,
  { source, user, clientId, request, response }: TriggerEvent,
): Promise<Record<string, unknown> | undefined> {
  const arn = pool.triggers[name];
  if (!arn) return undefined;
  const event = {
    version: '1',
    triggerSource: source,
    region: cognito.region,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: {
      awsSdkVersion: 'aws-sdk-unknown-unknown',
      clientId: clientId ?? 'CLIENT_ID_NOT_APPLICABLE',
    },
    request: {
      userAttributes: { ...user.attributes, 'cognito:user_status': user.status },
      ...request,
    },
    response,
  };
  const answer = await invokeInTime(cognito, arn, event).catch((error: unknown) => {
    if (!(error instanceof FunctionError) || isLate(error)) {
      throw new AwsError('UnexpectedLambdaException', `${name} could not be run: ${String(error)}`);
    }
    const message = `${name} failed with error ${error.message}.`;
    throw new AwsError('UserLambdaValidationException', message);
  });
  const filled = (answer as { response?: unknown } | null)?.response;
  if (typeof filled !== 'object' || filled === null) {
    throw new AwsError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  }
  return filled as Record<string, unknown>;
}

/** Calls a function up to three times if it is too slow, as AWS does. */
async function invokeInTime(cognito: Cognito, arn: string, event: object): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await cognito.invoke(arn, event);
    } catch (error) {
      if (attempt === maxAttempts || !isLate(error)) throw error;
    }
  }
}

const isLate = (error: unknown) =>
  error instanceof FunctionError && error.errorType === 'Sandbox.Timedout';
