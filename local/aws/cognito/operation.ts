import type { Client } from '#local/aws/cognito/client.ts';
import type { Cognito } from '#local/aws/cognito/context.ts';
import type { Pool } from '#local/aws/cognito/pool.ts';
import type { User } from '#local/aws/cognito/user.ts';
import { AwsError } from '#local/aws/service.ts';

export type Input = Record<string, unknown>;

/** One call of the API: the members it reads, and what it does. */
export interface Operation {
  /** Members of the request besides those that AWS only uses for analytics. Others are refused. */
  members: readonly string[];
  run(cognito: Cognito, input: Input): Promise<object>;
}

/** A required text member. Throws AWS's validation error when it is missing, no text, or too long. */
export function text(input: Input, name: string, maxLength = 2048): string {
  const value = input[name];
  if (value === undefined || value === null || value === '')
    throw invalid(
      `Value null at '${lowerFirst(name)}' failed to satisfy constraint: Member must not be null`,
    );
  if (typeof value !== 'string' || value.length > maxLength)
    throw invalid(
      `Value at '${lowerFirst(name)}' failed to satisfy constraint: Member must be text of length less than or equal to ${maxLength}`,
    );
  return value;
}

/** A text member that may be absent. */
export function optionalText(input: Input, name: string): string | undefined {
  return input[name] === undefined ? undefined : text(input, name);
}

/** A member that is itself a structure or map. */
export function nested(input: Input, name: string): Input {
  const value = input[name] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(`${name} must be a map`);
  return value as Input;
}

/** A list of `{Name, Value}` as a map without prototype. */
export function attributeMap(input: Input, name: string): Record<string, string> {
  const list = input[name] ?? [];
  if (!Array.isArray(list)) throw invalid(`${name} must be a list`);
  const attributes: Record<string, string> = Object.create(null);
  for (const item of list) {
    if (typeof item?.Name !== 'string') throw invalid(`${name} must name its attributes`);
    if (typeof (item.Value ?? '') !== 'string') throw invalid(`${item.Name} must be text`);
    attributes[item.Name] = item.Value ?? '';
  }
  return attributes;
}

function invalid(message: string): AwsError {
  return invalidParameter(`1 validation error detected: ${message}`);
}

export function invalidParameter(message: string): AwsError {
  return new AwsError('InvalidParameterException', message);
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Pool and client of `ClientId`. */
export function clientOf(cognito: Cognito, input: Input): { client: Client; pool: Pool } {
  const id = text(input, 'ClientId');
  const client = cognito.clients.get(id);
  const pool = client && cognito.pools.get(client.poolId);
  if (!pool)
    throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  return { client, pool };
}

/** Pool of `UserPoolId`, for calls of an administrator. */
export function poolOf(cognito: Cognito, input: Input): Pool {
  const id = text(input, 'UserPoolId');
  const pool = cognito.pools.get(id);
  if (!pool) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
  return pool;
}

/** The user called `name`, by username or sign-in name. */
export function findUser(cognito: Cognito, pool: Pool, name: string): User | undefined {
  return cognito.store.findUser(pool.id, name, foldName(pool, name));
}

/** Pool and user of an administrator's call. Throws `UserNotFoundException`. */
export function poolUserOf(cognito: Cognito, input: Input): { pool: Pool; user: User } {
  const pool = poolOf(cognito, input);
  const user = findUser(cognito, pool, text(input, 'Username'));
  if (!user) throw userNotFound();
  return { pool, user };
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
