import type { Client } from './client.ts';
import type { Pool } from './pool.ts';
import { invalidParameter, isEmail } from './shape.ts';
import { notAuthorized } from './tokens.ts';

/**
 * Checks attributes before they are written: against the pool's schema and, for a call of an app, against
 * what its client may write.
 *
 * @param client absent for an administrator
 */
export function checkAttributes(
  pool: Pool,
  client: Client | undefined,
  attributes: Record<string, string>,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    const maxLength = pool.attributes.get(name);
    if (maxLength === undefined) throw unfit(name, 'Attribute does not exist in the schema.');
    if (name === 'sub') throw invalidParameter('Cannot modify the non-mutable attribute sub');
    if (client && !client.writable.has(name)) {
      throw notAuthorized('A client attempted to write unauthorized attribute');
    }
    if (value.length > maxLength) {
      throw unfit(name, `String must be no longer than ${maxLength} characters`);
    }
    if (name === 'email' && !isEmail(value)) {
      throw invalidParameter('Invalid email address format.');
    }
    if (name.endsWith('_verified') && value !== 'true' && value !== 'false') {
      throw unfit(name, 'Value must be true or false');
    }
  }
}

/** Throws when an account lacks an attribute that the pool's schema requires. */
export function checkRequired(pool: Pool, attributes: Record<string, string>): void {
  const missing = pool.requiredAttributes.find((name) => !attributes[name]);
  if (missing) throw unfit(missing, `The attribute ${missing} is required`);
}

const unfit = (name: string, reason: string) =>
  invalidParameter(`Attributes did not conform to the schema: ${name}: ${reason}\n`);
