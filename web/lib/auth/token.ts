import { identity } from './identity.ts';

const prefix = 'CognitoIdentityServiceProvider.';

/**
 * The identity provider's library is large, so it is loaded only when a session may exist or somebody signs in.
 * First-time visitors of the landing page never download it.
 */
export function mayHaveSession(): boolean {
  return Object.keys(localStorage).some((key) => key.startsWith(prefix));
}

/** Whether a changed key of the local storage belongs to the session; `null` means that all keys were cleared. */
export function isSessionKey(key: string | null): boolean {
  return key === null || (key.startsWith(prefix) && key.endsWith('.LastAuthUser'));
}

/** The identity token of the signed-in person, renewed when needed. */
export async function readToken(): Promise<string | undefined> {
  if (!mayHaveSession()) return undefined;
  return identity((cognito) => cognito.readIdToken());
}
