import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { inject } from 'vitest';
import { setUpApp, signInWithApp } from '#tests/clock/authenticator.ts';
import { newUser, type Person } from './people.ts';

/** What the operator's command does: `npm run staff -- grant`. */
export async function grantStaff(email: string, staff = true): Promise<string | undefined> {
  const { endpoint, region, credentials } = inject('installation');
  const { FunctionError, Payload } = await new LambdaClient({ endpoint, region, credentials }).send(
    new InvokeCommand({
      FunctionName: 'antecede-local-grant-staff',
      Payload: JSON.stringify({ email, staff }),
    }),
  );
  return FunctionError && JSON.parse(Payload!.transformToString()).errorMessage;
}

/** One of the provider's staff, without an organization, in a session that began with a code of an app. */
export async function newStaff(): Promise<Person> {
  const person = await newUser();
  const problem = await grantStaff(person.email);
  if (problem) throw new Error(problem);
  return inSecondStep(person);
}

/** The same person in a session that began with a code of an authenticator app, which is set up here. */
export async function inSecondStep<P extends Person>(person: P): Promise<P> {
  const key = await setUpApp(person.accessToken);
  await person.call('confirm-second-factor', { body: {} });
  const session = await signInWithApp(person, key);
  await session.call('confirm-second-factor', { body: {} });
  return { ...person, ...session };
}
