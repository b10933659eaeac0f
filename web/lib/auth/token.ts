import { identity } from './identity.ts';
import { mayHaveSession } from './stored-session.ts';

/**
 * The identity token of the signed-in person, renewed when needed. The identity provider's library is large, so it is
 * loaded only when a session may exist or somebody signs in: first-time visitors never download it.
 */
export async function readToken(): Promise<string | undefined> {
  if (!mayHaveSession()) return undefined;
  return identity((cognito) => cognito.readIdToken());
}
