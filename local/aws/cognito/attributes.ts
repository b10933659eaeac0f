import type { Client } from '#local/aws/cognito/client.ts';
import { deliveryDetails, sendCode } from '#local/aws/cognito/codes.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import { hasAttribute, type Pool } from '#local/aws/cognito/pool.ts';
import { invalidParameter, isEmail, type Metadata } from '#local/aws/cognito/shape.ts';
import { notAuthorized } from '#local/aws/cognito/tokens.ts';
import type { User } from '#local/aws/cognito/user.ts';
import { aliasExists, findUser, saveUser } from '#local/aws/cognito/users.ts';

/**
 * Checks attributes that are about to be written against the pool's schema and, when an app writes
 * them, against what its client may write. `client` is absent for an administrator.
 */
export function checkAttributes(
  pool: Pool,
  client: Client | undefined,
  attributes: Record<string, string>,
): void {
  const refuse = (name: string, reason: string): never => {
    throw invalidParameter(`Attributes did not conform to the schema: ${name}: ${reason}\n`);
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (!hasAttribute(pool, name)) refuse(name, 'Attribute does not exist in the schema.');
    if (name === 'sub') throw invalidParameter('Cannot modify the non-mutable attribute sub');
    if (client && !mayWrite(client, name))
      throw notAuthorized('A client attempted to write unauthorized attribute');
    const maxLength = pool.customAttributes.get(name)?.maxLength ?? 2048;
    if (value.length > maxLength)
      refuse(name, `String must be no longer than ${maxLength} characters`);
    if (name === 'email' && value !== '' && !isEmail(value))
      throw invalidParameter('Invalid email address format.');
    if (name.endsWith('_verified') && value !== 'true' && value !== 'false')
      refuse(name, 'Value must be true or false');
  }
}

function mayWrite({ writable }: Client, name: string): boolean {
  return !name.endsWith('_verified') && (writable?.has(name) ?? true);
}

/** Throws when a sign-up lacks an attribute that the pool's schema requires. */
export function checkRequired(pool: Pool, attributes: Record<string, string>): void {
  for (const name of pool.requiredAttributes)
    if (!attributes[name])
      throw invalidParameter(
        `Attributes did not conform to the schema: ${name}: The attribute ${name} is required\n`,
      );
}

/**
 * Writes attributes of an existing user; an empty value deletes one. A new e-mail address counts as
 * unverified until its code is given (or stays pending, where the pool keeps the original).
 * Gives the wire's `CodeDeliveryDetailsList`.
 */
export async function changeAttributes(
  cognito: Cognito,
  pool: Pool,
  user: User,
  changes: Record<string, string>,
  client?: Client,
  clientMetadata?: Metadata,
) {
  checkAttributes(pool, client, changes);
  for (const name of Object.keys(changes))
    if (pool.customAttributes.get(name)?.mutable === false)
      throw invalidParameter(`user.${name}: Attribute cannot be updated.\n`);
  const { email: newEmail, ...others } = changes;
  const changed: User = { ...user, attributes: { ...user.attributes, ...others } };
  for (const [name, value] of Object.entries(others)) if (!value) delete changed.attributes[name];
  const isNew = newEmail !== undefined && newEmail !== user.attributes.email;
  if (isNew) {
    refuseTaken(cognito, pool, user, newEmail);
    setEmail(pool, changed, newEmail, others.email_verified === 'true');
    // A code that went to the old address must not verify the new one.
    cognito.store.deleteCodes(user);
  }
  saveUser(cognito, pool, changed);
  if (!isNew || !newEmail || others.email_verified === 'true' || !pool.autoVerifyEmail) return [];
  await sendCode(cognito, pool, changed, {
    purpose: 'verify-email',
    source: 'CustomMessage_UpdateUserAttribute',
    to: newEmail,
    clientId: client?.id,
    clientMetadata,
  });
  return [deliveryDetails(newEmail)];
}

/** An address that is to stay pending must not be somebody else's sign-in name either. */
function refuseTaken(cognito: Cognito, pool: Pool, user: User, email: string): void {
  const owner = pool.emailIsUsername ? findUser(cognito, pool, email) : undefined;
  if (owner && owner.username !== user.username) throw aliasExists();
}

function setEmail(pool: Pool, user: User, newEmail: string, verified: boolean): void {
  if (!newEmail) {
    if (pool.emailIsUsername) throw invalidParameter('Cannot delete the attribute email');
    delete user.attributes.email;
    delete user.attributes.email_verified;
    return;
  }
  if (pool.keepOriginalEmail && !verified) {
    user.pendingEmail = newEmail;
    return;
  }
  delete user.pendingEmail;
  user.attributes.email = newEmail;
  user.attributes.email_verified = String(verified);
}
