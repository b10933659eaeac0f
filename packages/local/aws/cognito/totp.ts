import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from '#local/aws/service.ts';
import type { Cognito } from './context.ts';
import { ownOperation, userOperation } from './operation.ts';
import { invalidParameter, text } from './shape.ts';
import { countWrongPassword, forgetWrongPasswords, refuseLockedOut } from './throttle.ts';
import type { User } from './user.ts';
import { saveUser } from './users.ts';

const stepMs = 30e3;
/** The number of steps in which a code is valid, including the drift between the two clocks. */
const keptSteps = 6;

type Totp = NonNullable<User['totp']>;

/** Uses up a code of the user's authenticator app. Wrong ones count towards the lock-out. */
export function checkTotp(cognito: Cognito, user: User, code: string): void {
  const usedSteps = spendCode(cognito, user, user.totp?.sealedSecret, code);
  if (user.totp) saveUser(cognito, { ...user, totp: { ...user.totp, usedSteps } });
}

/** Checks a code against a secret. Returns the steps that this code uses up. */
function spendCode(
  cognito: Cognito,
  { poolId, username, totp }: User,
  sealedSecret: string | undefined,
  code: string,
): number[] {
  const key = `totp:${poolId}:${username}`;
  refuseLockedOut(cognito, key);
  const step = sealedSecret && matchingStep(cognito, unseal(cognito, sealedSecret), code);
  if (!step) {
    countWrongPassword(cognito, key);
    throw new AwsError('CodeMismatchException', 'Invalid code received for user');
  }
  const used = totp?.usedSteps ?? [];
  if (used.includes(step)) {
    throw new AwsError('ExpiredCodeException', 'Your software token has already been used once.');
  }
  forgetWrongPasswords(cognito, key);
  return [step, ...used].slice(0, keptSteps);
}

const associateSoftwareToken = ownOperation({}, async (cognito, { user }) => {
  const secret = randomBytes(32);
  const newSealedSecret = seal(cognito, secret);
  const known: Totp = user.totp ?? { enabled: false, preferred: false, usedSteps: [] };
  saveUser(cognito, { ...user, totp: { ...known, newSealedSecret } });
  return { SecretCode: base32(secret) };
});

const verifySoftwareToken = ownOperation(
  { UserCode: text, FriendlyDeviceName: text.optional() },
  async (cognito, { user }, { UserCode }) => {
    const { newSealedSecret, ...known } = user.totp ?? {};
    if (!newSealedSecret) throw invalidParameter('Software token has not been associated');
    try {
      const usedSteps = spendCode(cognito, user, newSealedSecret, UserCode);
      const totp = { ...(known as Totp), sealedSecret: newSealedSecret, usedSteps };
      saveUser(cognito, { ...user, totp });
    } catch (error) {
      if ((error as AwsError).code !== 'CodeMismatchException') throw error;
      throw new AwsError('EnableSoftwareTokenMFAException', 'Code mismatch');
    }
    return { Status: 'SUCCESS' };
  },
);

const preference = {
  SoftwareTokenMfaSettings: z
    .strictObject({
      Enabled: z.boolean().default(false),
      PreferredMfa: z.boolean().default(false),
    })
    .optional(),
};

type Preference = z.output<(typeof preference)['SoftwareTokenMfaSettings']>;

function setPreference(cognito: Cognito, user: User, settings: Preference): void {
  if (!settings) return;
  if (settings.Enabled && !user.totp?.sealedSecret) {
    throw invalidParameter('User has not verified software token mfa');
  }
  const { Enabled: enabled, PreferredMfa } = settings;
  const preferred = enabled && PreferredMfa;
  if (user.totp) saveUser(cognito, { ...user, totp: { ...user.totp, enabled, preferred } });
}

const setUserMfaPreference = ownOperation(preference, async (cognito, { user }, input) => {
  setPreference(cognito, user, input.SoftwareTokenMfaSettings);
  return {};
});

const adminSetUserMfaPreference = userOperation(
  'AdminSetUserMFAPreference',
  preference,
  async (cognito, { user }, input) => {
    setPreference(cognito, user, input.SoftwareTokenMfaSettings);
    return {};
  },
);

/** The members of an answer that name a user's second factors. */
export function mfaSettings({ totp }: User) {
  if (!totp?.enabled) return {};
  const preferred = totp.preferred && { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' };
  return { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], ...preferred };
}

/**
 * The step that a code belongs to. An app shows codes of the real time, even if the local clock was set
 * forward.
 */
function matchingStep({ clock }: Cognito, secret: Buffer, code: string): number | undefined {
  const steps = [Date.now(), clock.now()].map((time) => Math.floor(time / stepMs));
  return steps
    .flatMap((step) => [step - 1, step, step + 1])
    .find((step) => totpCode(secret, step) === code);
}

/** RFC 6238 with SHA-1 and six digits. */
function totpCode(secret: Buffer, step: number): string {
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
  AdminSetUserMFAPreference: adminSetUserMfaPreference,
};
