import type { Verifier } from './srp.ts';

type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';

/** One user of a pool, as stored. Times in milliseconds. */
export interface User {
  poolId: string;
  /** Never changes; equals `sub`. People sign in by their e-mail address. */
  username: string;
  status: UserStatus;
  /** `sub`, standard and `custom:` attributes, all as text. */
  attributes: Record<string, string>;
  /** SRP salt and verifier of the password. */
  password: Verifier;
  /** After this the temporary password no longer works. */
  temporaryPasswordExpiresAt?: number;
  /** Authenticator app. The old one stays in use until a code of the new one has been verified. */
  totp?: {
    sealedSecret?: string;
    /** Sealed secret of an app that is being set up. */
    newSealedSecret?: string;
    /** Asked for at sign-in. */
    enabled: boolean;
    preferred: boolean;
    /** The newest steps whose code was used. No code works twice. */
    usedSteps: number[];
  };
  createdAt: number;
  modifiedAt: number;
}

/** A refresh token's family: everything issued from one sign-in. */
export interface Session {
  /** `origin_jti` of all its tokens. */
  id: string;
  poolId: string;
  clientId: string;
  username: string;
  /** SHA-256 of the refresh token. */
  tokenHash: string;
  /** Earlier ones that still work: until then, if they were replaced. Two uses of one give two that work. */
  others?: { tokenHash: string; until?: number }[];
  /** In seconds, as in the tokens. */
  authTime: number;
  expiresAt: number;
}

/** The attribute list of the wire, `sub` first. */
export function attributeList(user: User, readable?: ReadonlySet<string>) {
  return Object.entries(user.attributes)
    .filter(([name]) => name === 'sub' || !readable || readable.has(name))
    .map(([Name, Value]) => ({ Name, Value }));
}

/** The name that must be unique in the pool, in lower case. */
export function signInNameOf({ attributes, username }: User): string {
  return (attributes.email ?? username).toLowerCase();
}
