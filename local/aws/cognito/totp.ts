import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Cognito } from '#local/aws/cognito/context.ts';
import {
  invalidParameter,
  nested,
  type Operation,
  saveUser,
  text,
} from '#local/aws/cognito/operation.ts';
import {
  countWrongPassword,
  forgetWrongPasswords,
  refuseLockedOut,
} from '#local/aws/cognito/throttle.ts';
import { readAccessToken } from '#local/aws/cognito/tokens.ts';
import type { User } from '#local/aws/cognito/user.ts';
import { AwsError } from '#local/aws/service.ts';

const stepMs = 30e3;

/** Checks a code of the user's authenticator app. Wrong ones count towards the lock-out. */
export function checkTotp(cognito: Cognito, user: User, code: string): void {
  const key = `totp:${user.poolId}:${user.username}`;
  refuseLockedOut(cognito, key);
  if (!user.totp || !matches(cognito, unseal(cognito, user.totp.sealedSecret), code)) {
    countWrongPassword(cognito, key);
    throw new AwsError('CodeMismatchException', 'Invalid code received for user');
  }
  forgetWrongPasswords(cognito, key);
}

const associateSoftwareToken: Operation = {
  members: ['AccessToken'],
  async run(cognito, input) {
    const { pool, user } = await readAccessToken(cognito, text(input, 'AccessToken', 16_384));
    if (!pool.totp)
      throw new AwsError(
        'SoftwareTokenMFANotFoundException',
        'Software Token MFA is not enabled by the userPool',
      );
    const secret = randomBytes(32);
    const sealedSecret = seal(cognito, secret);
    saveUser(cognito, pool, { ...user, totp: { sealedSecret, verified: false, preferred: false } });
    return { SecretCode: base32(secret) };
  },
};

const verifySoftwareToken: Operation = {
  members: ['AccessToken', 'UserCode', 'FriendlyDeviceName'],
  async run(cognito, input) {
    const { pool, user } = await readAccessToken(cognito, text(input, 'AccessToken', 16_384));
    if (!user.totp) throw invalidParameter('Software token has not been associated');
    try {
      checkTotp(cognito, user, text(input, 'UserCode'));
    } catch (error) {
      if ((error as AwsError).code !== 'CodeMismatchException') throw error;
      throw new AwsError('EnableSoftwareTokenMFAException', 'Code mismatch');
    }
    saveUser(cognito, pool, { ...user, totp: { ...user.totp, verified: true } });
    return { Status: 'SUCCESS' };
  },
};

const setUserMfaPreference: Operation = {
  members: ['AccessToken', 'SoftwareTokenMfaSettings'],
  async run(cognito, input) {
    const { pool, user } = await readAccessToken(cognito, text(input, 'AccessToken', 16_384));
    const { Enabled = false } = nested(input, 'SoftwareTokenMfaSettings');
    if (Enabled && !user.totp?.verified)
      throw invalidParameter('User has not verified software token mfa');
    if (user.totp)
      saveUser(cognito, pool, { ...user, totp: { ...user.totp, preferred: Enabled === true } });
    return {};
  },
};

/** The wire's statement of how a user signs in beyond the password. */
export function mfaSettings({ totp }: User) {
  if (!totp?.verified || !totp.preferred) return {};
  return { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' };
}

/** The app shows codes of the real time, whatever the local clock was advanced to. */
function matches({ clock }: Cognito, secret: Buffer, code: string): boolean {
  const steps = [Date.now(), clock.now()].map((time) => Math.floor(time / stepMs));
  return steps.some((step) =>
    [step - 1, step, step + 1].some((at) => totpCode(secret, at) === code),
  );
}

/** RFC 6238 with SHA-1 and six digits. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function base32(bytes: Buffer): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function seal({ key }: Cognito, secret: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce);
  return Buffer.concat([
    nonce,
    cipher.update(secret),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
}

function unseal({ key }: Cognito, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key.secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

export const totpOperations = {
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMfaPreference,
};
