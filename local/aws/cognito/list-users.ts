import * as z from 'zod';
import { userState } from '#local/aws/cognito/admin.ts';
import { poolOperation } from '#local/aws/cognito/operation.ts';
import { invalidParameter, text } from '#local/aws/cognito/shape.ts';
import { attributeList, type User } from '#local/aws/cognito/user.ts';

const listUsers = poolOperation(
  {
    Filter: text.optional(),
    Limit: z.int().min(1).max(60).default(60),
    PaginationToken: text.optional(),
    AttributesToGet: z.array(text).optional(),
  },
  async ({ store }, pool, { Filter, Limit, PaginationToken, AttributesToGet: wanted }) => {
    const matches = readFilter(Filter);
    const after = readToken(PaginationToken);
    const found = store.listUsers(pool.id).filter((user) => user.username > after && matches(user));
    const page = found.slice(0, Limit);
    const last = page.at(-1);
    return {
      Users: page.map((user) => ({
        ...userState(user),
        Attributes: attributeList(user).filter(({ Name }) => wanted?.includes(Name) ?? true),
      })),
      ...(last && found.length > page.length && { PaginationToken: writeToken(last.username) }),
    };
  },
);

const searchable = new Set([
  ...['username', 'email', 'phone_number', 'name', 'given_name', 'family_name'],
  ...['preferred_username', 'cognito:user_status', 'status', 'sub'],
]);

/** `name = "value"` or `name ^= "prefix"`, as AWS filters. */
function readFilter(filter: string | undefined): (user: User) => boolean {
  if (!filter) return () => true;
  const parts = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter);
  const [, name = '', operator, quoted = ''] = parts ?? [];
  if (!searchable.has(name)) throw invalidParameter('Error while parsing filter.');
  const value = quoted.replace(/\\(.)/g, '$1').toLowerCase();
  return (user) => {
    const actual = field(user, name).toLowerCase();
    return operator === '=' ? actual === value : actual.startsWith(value);
  };
}

function field(user: User, name: string): string {
  if (name === 'username') return user.username;
  if (name === 'cognito:user_status') return user.status;
  if (name === 'status') return user.enabled ? 'Enabled' : 'Disabled';
  return user.attributes[name] ?? '';
}

function writeToken(username: string): string {
  return Buffer.from(username).toString('base64url');
}

function readToken(token: string | undefined): string {
  return token ? Buffer.from(token, 'base64url').toString() : '';
}

export const listOperations = { ListUsers: listUsers };
