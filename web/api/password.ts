import { mutationOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { identity } from '#web/lib/auth/identity.ts';
import { refuseBreached } from '#web/lib/breached-password.ts';
import { withFailureTexts } from '#web/lib/failure-texts.ts';

const wrongPassword = 'Your current password is incorrect!';

const changeTexts = {
  codes: { LimitExceededException: 'Attempt limit exceeded, please try again later!' },
  refused: wrongPassword,
  unforeseen: wrongPassword,
};

/** A form waits for it, and goes on without it. */
const rangeTimeoutMs = 3000;

/** Leaked passwords by the beginning of their hash. */
export const breachedRange = (prefix: string): Promise<string> =>
  api('list-breached-passwords', {
    params: { prefix },
    signal: AbortSignal.timeout(rangeTimeoutMs),
  });

/** Ends all sessions of the account and starts a new one here, if the new password alone is enough. */
async function renewSession(email: string, password: string): Promise<boolean> {
  try {
    await api('sign-out', { body: { everywhere: true } });
    const { step } = await identity((cognito) => cognito.startSignIn(email, password));
    return step === 'done';
  } catch {
    return false;
  }
}

/**
 * Changes the person's password and ends all other sessions. Returns whether this page is still signed in: the new
 * session can fail, or ask for the code of an authenticator app.
 */
export const changePassword = (email: string) =>
  mutationOptions({
    mutationFn: async ({ current, password }: { current: string; password: string }) => {
      await refuseBreached(password, breachedRange);
      const change = identity((cognito) => cognito.changePassword(current, password));
      await withFailureTexts(changeTexts, change);
      return renewSession(email, password);
    },
  });
