import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { inject } from 'vitest';
import type { Journey } from './journey.ts';
import { retryStep } from './retry-step.ts';

const { endpoint, region, credentials } = inject('installation');
const lambda = new LambdaClient({ endpoint, region, credentials });
const ssm = new SSMClient({ endpoint, region, credentials });

/** Invokes a function until it succeeds. */
export const invoke = (name: string, event: object): Promise<void> =>
  retryStep(async () => {
    const FunctionName = `antecede-local-${name}`;
    const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) });
    const { FunctionError, Payload } = await lambda.send(command);
    if (FunctionError) throw new Error(`${name}: ${Payload?.transformToString()}`);
  });

/** Gives the canary a key and a search, as an operator's settings do. */
async function setUpCanary({ catalogExport: { apiKey } }: Journey): Promise<void> {
  await ssm.send(
    new PutParameterCommand({
      Name: 'antecede-local-canary',
      Value: JSON.stringify({ apiKey }),
      Type: 'SecureString',
      Overwrite: true,
    }),
  );
  const FunctionName = 'antecede-local-run-canary';
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const Variables = {
    ...Environment!.Variables,
    CANARY_INDEX: 'arxiv',
    CANARY_TEXT: 'neural networks',
  };
  await lambda.send(
    new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }),
  );
}

/**
 * Invokes what schedules, the user pool and the operator's commands invoke. Every member loses their sessions. A catalogue
 * is built again, which is large enough to be read in parts.
 */
export async function operate(journey: Journey): Promise<void> {
  const { admin, member, bouncing } = journey;
  await setUpCanary(journey);
  const reset = {
    triggerSource: 'PostConfirmation_ConfirmForgotPassword',
    request: { userAttributes: { sub: member.authUserId } },
  };
  const ofSchedule = { duration: 1, unit: 'days', scheduled_at: new Date().toISOString() };
  await Promise.all([
    invoke('end-sessions', reset),
    invoke('reset-second-factor', { email: admin.email }),
    invoke('grant-staff', { email: member.email, staff: false }),
    invoke('lift-suppression', { email: bouncing }),
    invoke('list-subscribers', {}),
    invoke('try-model', { settings: { model: 'gpt-5.5' } }),
    invoke('load-catalog', { index_id: 'arxiv' }),
    invoke('run-canary', {}),
    invoke('remake-report', { kind: 'prior-art', ucid: 'US-99010012-B2' }),
    invoke('send-reminders', { ...ofSchedule, file: 'builds' }),
    invoke('send-reminders', { ...ofSchedule, file: 'trials-ending' }),
    invoke('send-reminders', { ...ofSchedule, file: 'unverified-sign-ups' }),
  ]);
}
