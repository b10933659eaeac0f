import { randomInt } from 'node:crypto';
import { AwsError } from '#local/aws/service.ts';

/** `Policies.PasswordPolicy` of a user pool, with AWS's defaults filled in. */
export interface PasswordPolicy {
  minimumLength: number;
  requireLowercase: boolean;
  requireUppercase: boolean;
  requireNumbers: boolean;
  requireSymbols: boolean;
  temporaryPasswordValidityDays: number;
}

const rules = [
  ['requireLowercase', /[a-z]/, 'lowercase characters'],
  ['requireUppercase', /[A-Z]/, 'uppercase characters'],
  ['requireNumbers', /\d/, 'numeric characters'],
  ['requireSymbols', /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/, 'symbol characters'],
] as const;

/** Throws `InvalidPasswordException` with AWS's text for the first rule that a password breaks. */
export function checkPassword(policy: PasswordPolicy, password: string): void {
  const refuse = (reason: string): never => {
    throw new AwsError(
      'InvalidPasswordException',
      `Password did not conform with policy: ${reason}`,
    );
  };
  if (password.length < policy.minimumLength) refuse('Password not long enough');
  if (password.length > 256) refuse('Password too long');
  for (const [rule, pattern, name] of rules) {
    if (policy[rule] && !pattern.test(password)) refuse(`Password must have ${name}`);
  }
  if (password !== password.trim()) refuse('Password must not start or end with a space');
}

/** A random password that meets any policy. */
export function temporaryPassword(policy: PasswordPolicy): string {
  const sets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!@#%&*?'];
  const pick = (set: string) => set.charAt(randomInt(set.length));
  const characters = sets.map(pick);
  const length = Math.max(policy.minimumLength, 12);
  while (characters.length < length) characters.push(pick(sets.join('')));
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j] as string, characters[i] as string];
  }
  return characters.join('');
}

/** `Policies.PasswordPolicy` as CloudFormation writes it. AWS's default asks for everything but more length. */
export function readPasswordPolicy(declared: Record<string, unknown> | undefined): PasswordPolicy {
  const { MinimumLength = 8, TemporaryPasswordValidityDays = 7, ...requirements } = declared ?? {};
  const requires = (name: string) => Boolean(requirements[name] ?? declared === undefined);
  if ('PasswordHistorySize' in requirements)
    throw new Error('PasswordPolicy.PasswordHistorySize is not emulated');
  return {
    minimumLength: Number(MinimumLength),
    requireLowercase: requires('RequireLowercase'),
    requireUppercase: requires('RequireUppercase'),
    requireNumbers: requires('RequireNumbers'),
    requireSymbols: requires('RequireSymbols'),
    temporaryPasswordValidityDays: Number(TemporaryPasswordValidityDays),
  };
}
