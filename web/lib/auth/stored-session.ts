const prefix = 'CognitoIdentityServiceProvider.';

/** Whether the browser keeps anything of the identity provider: then there may be a session. */
export const mayHaveSession = (): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith(prefix));

const isSession = (key: string) => key.startsWith(prefix) && key.endsWith('.LastAuthUser');

/** Whether a changed key of the local storage belongs to the session; `null` means that all keys were cleared. */
export const isSessionKey = (key: string | null): boolean => key === null || isSession(key);

/** Whether somebody has signed in here and not out again. False if the browser's storage is switched off. */
export function hasSignedIn(): boolean {
  try {
    return Object.keys(localStorage).some(isSession);
  } catch {
    return false;
  }
}
