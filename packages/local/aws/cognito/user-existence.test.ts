import { expect, test } from 'vitest';
import type { AwsError } from '#local/aws/service.ts';
import { clientId, openTestPool } from './test-pool.ts';

const password = 'correct horse 1';
type Pool = Awaited<ReturnType<typeof openTestPool>>;
type Step = [operation: string, members: Record<string, unknown>];

/** The answers that an app gets to each step, without the name. */
async function answersTo(pool: Pool, Username: string, steps: Step[]): Promise<string[]> {
  const answers: string[] = [];
  for (const [operation, members] of steps) {
    const call = pool.call(operation, { ClientId: clientId, Username, ...members });
    const told = await call.catch(({ code, message }: AwsError) => ({ code, message }));
    answers.push(JSON.stringify(told).replaceAll(Username, 'NAME'));
  }
  return answers;
}

const forgot: Step = ['ForgotPassword', {}];
const resend: Step = ['ResendConfirmationCode', {}];
const wrongReset: Step = ['ConfirmForgotPassword', { ConfirmationCode: 'x', Password: password }];
const wrongCode: Step = ['ConfirmSignUp', { ConfirmationCode: 'x' }];
const times = (count: number, step: Step) => Array<Step>(count).fill(step);

test.each([
  ['codes before any was asked for', [wrongReset]],
  ['a wrong code for a forgotten password', [forgot, wrongReset, wrongReset]],
  ['codes without end', times(11, forgot)],
  ['guessing codes', [forgot, ...times(6, wrongReset)]],
])('%s: a confirmed user cannot be told from nobody', async (_, steps) => {
  const pool = await openTestPool();
  await pool.signUp('known@example.org', password);
  const known = await answersTo(pool, 'known@example.org', steps);
  expect(await answersTo(pool, 'kn@example.org', steps)).toEqual(known);
});

test.each([
  ['another code', [resend, wrongCode]],
  ['codes without end', times(11, resend)],
  ['guessing codes', [resend, ...times(6, wrongCode)]],
  ['a forgotten password', [forgot, wrongReset]],
])('%s: an unconfirmed user cannot be told from nobody', async (_, steps) => {
  const pool = await openTestPool();
  const Username = 'known@example.org';
  await pool.call('SignUp', { ClientId: clientId, Username, Password: password });
  // The sign-up has already sent a code, and codes are limited per hour.
  pool.clock.advancedMs += 2 * 3600e3;
  const known = await answersTo(pool, Username, steps);
  expect(await answersTo(pool, 'kn@example.org', steps)).toEqual(known);
});

test('a code that was never sent cannot be guessed', async () => {
  const pool = await openTestPool();
  const Username = 'known@example.org';
  await pool.call('SignUp', { ClientId: clientId, Username, Password: password });
  const mails = pool.mails.length;
  await answersTo(pool, Username, [forgot]);
  expect(pool.mails).toHaveLength(mails);
  const guess = pool.call('ConfirmForgotPassword', {
    ClientId: clientId,
    Username,
    ConfirmationCode: pool.code(),
    Password: 'another 1234',
  });
  await expect(guess).rejects.toMatchObject({ code: 'CodeMismatchException' });
});
