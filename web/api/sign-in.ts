import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { SignInState } from '#web/lib/auth/cognito.ts';
import { dropAccountData } from '#web/lib/auth/forget-account.ts';
import { identity } from '#web/lib/auth/identity.ts';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { refuseBreached } from '#web/lib/breached-password.ts';
import { codeOf } from '#web/lib/errors.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';
import { breachedRange } from './password.ts';
import { wrongCode } from './second-factor.ts';
import { userQuery } from './user.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Removes the cached data of another account and loads the person who has just signed in. */
async function enter(client: QueryClient): Promise<void> {
  dropAccountData(client);
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  await client.prefetchQuery({ ...userQuery, staleTime: 0, retry: false });
}

async function start({ email, password }: Credentials): Promise<SignInState> {
  try {
    return await identity((cognito) => cognito.startSignIn(email, password));
  } catch (error) {
    if (codeOf(error) === 'UserNotConfirmedException') return { step: 'confirm-email' };
    throw error;
  }
}

/** Signs in, or returns the step that the account needs first. */
export const signIn = mutationOptions({
  mutationFn: async (credentials: Credentials, { client }) => {
    const state = await start(credentials);
    if (state.step === 'done') await enter(client);
    return state;
  },
});

/** Replaces the temporary password of an invited person. */
export const setFirstPassword = mutationOptions({
  mutationFn: async (password: string, { client }) => {
    await refuseBreached(password, breachedRange);
    await identity((cognito) => cognito.setNewPassword(password));
    await enter(client);
  },
});

/** Answers a sign-in that asked for a code of the authenticator app. */
export const confirmSecondFactor = mutationOptions({
  mutationFn: async (code: string, { client }) => {
    const confirmed = identity((cognito) => cognito.confirmSecondFactor(code));
    await withFailureTexts({ codes: { CodeMismatchException: wrongCode } }, confirmed);
    await enter(client);
  },
});

export const signUp = mutationOptions({
  mutationFn: async (person: Credentials & { fullName: string }) => {
    await refuseBreached(person.password, breachedRange);
    await identity((cognito) => cognito.startSignUp(person));
  },
});

export const confirmEmail = mutationOptions({
  mutationFn: ({ email, code }: { email: string; code: string }) =>
    identity((cognito) => cognito.confirmEmail(email, code)),
});

export const resendCode = mutationOptions({
  mutationFn: (email: string) => identity((cognito) => cognito.resendCode(email)),
});

/** Mails a code with which a forgotten password can be replaced. */
export const startReset = mutationOptions({
  mutationFn: (email: string) => identity((cognito) => cognito.startReset(email)),
});

export const finishReset = mutationOptions({
  mutationFn: async ({ email, code, password }: Credentials & { code: string }) => {
    await refuseBreached(password, breachedRange);
    await identity((cognito) => cognito.finishReset(email, code, password));
  },
});
