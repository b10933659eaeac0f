import { createHmac, randomInt } from 'node:crypto';
import { AwsError } from '#local/aws/service.ts';
import type { Cognito } from './context.ts';
import { mailMessage } from './messages.ts';
import type { Pool } from './pool.ts';
import type { Metadata } from './shape.ts';
import type { CodePurpose } from './store.ts';
import { countSentCode, countWrongCode, forgetWrongCodes, refuseTooManyCodes } from './throttle.ts';
import type { User } from './user.ts';

const validMs: Record<CodePurpose, number> = {
  'sign-up': 24 * 3600e3,
  'verify-email': 24 * 3600e3,
  'forgot-password': 3600e3,
};

export interface CodeRequest {
  purpose: CodePurpose;
  /** `CustomMessage_SignUp` and the like. */
  source: string;
  /** Without an address nothing is mailed and no code is accepted. The caller sees no other difference. */
  to: string | undefined;
  clientId?: string;
  clientMetadata?: Metadata;
}

/** Mails a new six-digit code, which replaces an older one. */
export async function sendCode(
  cognito: Cognito,
  pool: Pool,
  user: User,
  { to, ...request }: CodeRequest,
): Promise<void> {
  const { purpose } = request;
  countSentCode(cognito, keyOf(user, purpose));
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = to ? hashCode(cognito, user, purpose, code) : '';
  const now = cognito.clock.now();
  cognito.store.putCode(user, purpose, hash, now + validMs[purpose], now);
  if (to) {
    await mailMessage(cognito, pool, user, pool.verification, { ...request, to, secret: code });
  }
}

/** Uses a code up. Throws if it is wrong or expired, or after too many wrong codes. */
export function redeemCode(cognito: Cognito, user: User, purpose: CodePurpose, code: string): void {
  const key = keyOf(user, purpose);
  refuseTooManyCodes(cognito, key);
  const stored = cognito.store.code(user, purpose);
  if (!stored || stored.expiresAt < cognito.clock.now()) {
    throw new AwsError(
      'ExpiredCodeException',
      'Invalid code provided, please request a code again.',
    );
  }
  if (stored.hash !== hashCode(cognito, user, purpose, code)) {
    countWrongCode(cognito, key);
    throw codeMismatch();
  }
  cognito.store.deleteCode(user, purpose);
  forgetWrongCodes(cognito, key);
}

export function codeMismatch(): AwsError {
  const message = 'Invalid verification code provided, please try again.';
  return new AwsError('CodeMismatchException', message);
}

/** Where a code went, with the address masked as AWS masks it. */
export function deliveryDetails(email: string) {
  const [local = '', domain = ''] = email.split('@');
  const Destination = `${local.charAt(0)}***@${domain.charAt(0)}***`;
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination };
}

function keyOf(user: User, purpose: CodePurpose): string {
  return `${purpose}:${user.poolId}:${user.username}`;
}

function hashCode({ key }: Cognito, user: User, purpose: CodePurpose, code: string): string {
  const text = `${keyOf(user, purpose)}:${code}`;
  return createHmac('sha256', key.secret).update(text).digest('hex');
}
