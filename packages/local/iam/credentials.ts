import { createHmac, randomBytes } from 'node:crypto';
import type { Caller } from '#local/aws/service.ts';

/** A key pair that signs AWS requests. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** The owner of an access key id, and its secret. */
interface KnownKey {
  caller: Caller;
  secretAccessKey: string;
  /** Of an assumed role: what the caller sends beside its signature, and until when, in milliseconds since 1970. */
  session?: { token: string; expiresAt: number };
}

/** Key pairs of one installation: one for each function and one for the host. They are derived, never stored. */
export interface CredentialStore {
  readonly host: Credentials;
  forFunction(functionName: string): Credentials;
  /** Keys of somebody who has assumed a role. They end with this process, too. */
  assume(roleArn: string, expiresAt: number): Credentials & { sessionToken: string };
  find(accessKeyId: string): KnownKey | undefined;
}

/** Derives the keys from the installation's secret, so that presigned URLs survive a restart. */
export function openCredentials(secret: string, functionNames: readonly string[]): CredentialStore {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  const pair = (name: string): Credentials => ({
    accessKeyId: `AKIA${derive(`id:${name}`).toString('hex').toUpperCase().slice(0, 16)}`,
    secretAccessKey: derive(`secret:${name}`).toString('base64url').slice(0, 40),
  });
  const host = pair('host');
  const known = new Map<string, KnownKey>();
  known.set(host.accessKeyId, { caller: { kind: 'host' }, secretAccessKey: host.secretAccessKey });
  const functions = new Map(functionNames.map((name) => [name, pair(`function:${name}`)]));
  for (const [functionName, { accessKeyId, secretAccessKey }] of functions) {
    known.set(accessKeyId, { caller: { kind: 'function', functionName }, secretAccessKey });
  }
  return {
    host,
    forFunction(functionName) {
      const credentials = functions.get(functionName);
      if (!credentials) throw new Error(`no function ${functionName}`);
      return credentials;
    },
    assume(roleArn, expiresAt) {
      const accessKeyId = `ASIA${randomBytes(8).toString('hex').toUpperCase()}`;
      const secretAccessKey = randomBytes(30).toString('base64url');
      const sessionToken = randomBytes(60).toString('base64url');
      const session = { token: sessionToken, expiresAt };
      known.set(accessKeyId, { caller: { kind: 'role', roleArn }, secretAccessKey, session });
      return { accessKeyId, secretAccessKey, sessionToken };
    },
    find: (accessKeyId) => known.get(accessKeyId),
  };
}
