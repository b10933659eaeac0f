import { randomBytes } from 'node:crypto';
import { AwsError } from '#local/aws/service.ts';
import type { Pool } from './pool.ts';

/** Throws `InvalidPasswordException` with AWS's text when a password breaks a rule of the pool. */
export function checkPassword({ passwordMinLength }: Pool, password: string): void {
  const refuse = (reason: string): never => {
    throw new AwsError(
      'InvalidPasswordException',
      `Password did not conform with policy: ${reason}`,
    );
  };
  if (password.length < passwordMinLength) refuse('Password not long enough');
  if (password !== password.trim()) refuse('Password must not start or end with a space');
}

/** A random password that is long enough for any pool: 24 letters, digits, `-` and `_`. */
export const temporaryPassword = (): string => randomBytes(18).toString('base64url');
