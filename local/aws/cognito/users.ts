import type { Client } from '#local/aws/cognito/client.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import { standIn } from '#local/aws/cognito/stand-in.ts';
import type { User } from '#local/aws/cognito/user.ts';
import { AwsError } from '#local/aws/service.ts';

/** The user called `name`, by username or sign-in name. */
export function findUser(cognito: Cognito, pool: Pool, name: string): User | undefined {
  return cognito.store.findUser(pool.id, name, foldName(pool, name));
}

/** The same, or where the client hides who exists a stand-in. Throws `UserNotFoundException` elsewhere. */
export function userOrStandIn(
  cognito: Cognito,
  { pool, client }: { pool: Pool; client: Client },
  name: string,
): User {
  const user = findUser(cognito, pool, name);
  if (user) return user;
  if (!client.hideUserExistence) throw userNotFound();
  return standIn(cognito, pool, foldName(pool, name));
}

export function userNotFound(): AwsError {
  return new AwsError('UserNotFoundException', 'User does not exist.');
}

/** What must be unique in the pool: the e-mail address where it is the username, else the username. */
export function signInNameOf(pool: Pool, user: User): string {
  const name = pool.emailIsUsername ? (user.attributes.email ?? user.username) : user.username;
  return foldName(pool, name);
}

function foldName(pool: Pool, name: string): string {
  return pool.caseSensitive ? name : name.toLowerCase();
}

/** Stores a changed user. Throws `AliasExistsException` when its e-mail address belongs to another one. */
export function saveUser(cognito: Cognito, pool: Pool, user: User): void {
  const changed = { ...user, modifiedAt: cognito.clock.now() };
  if (!cognito.store.putUser(changed, signInNameOf(pool, changed))) throw aliasExists();
}

export function aliasExists(): AwsError {
  const message = 'An account with the given email already exists.';
  return new AwsError('AliasExistsException', message);
}
