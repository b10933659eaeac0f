import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { inject } from 'vitest';
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

/** One of the provider's staff, without an organization. */
export async function newStaff(): Promise<Person> {
  const person = await newUser();
  const problem = await grantStaff(person.email);
  if (problem) throw new Error(problem);
  return person;
}
