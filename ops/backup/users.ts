/**
 * Accounts of the user pool, and their way into another one. A pool gives neither passwords nor the secrets of authenticator
 * apps, and each pool gives its accounts ids of its own: records are loaded with the new ones.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  type CognitoIdentityProviderClient,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { fromLine } from './dynamodb-json.ts';

/** Where accounts are: a client, and the id of the pool. */
export interface UserPool {
  cognito: CognitoIdentityProviderClient;
  poolId: string;
}

const savedUser = z.object({
  /** Id in its pool. */
  sub: z.string(),
  /** All but `sub`. */
  attributes: z.record(z.string(), z.string()),
  status: z.string(),
  enabled: z.boolean(),
  /** Whether sign-ins asked for a code of an authenticator app. */
  second_factor: z.boolean(),
  created_at: z.string().optional(),
});

type SavedUser = z.output<typeof savedUser>;

const usersFile = (folder: string) => join(folder, 'users.json');
const idsFile = (folder: string) => join(folder, 'new-ids.json');

/** Writes what the pool tells of each account into FOLDER/users.json, one a line. Gives their number. */
export async function saveUsers({ cognito, poolId }: UserPool, folder: string): Promise<number> {
  let count = 0;
  async function* lines() {
    for await (const { Users = [] } of paginateListUsers(
      { client: cognito },
      { UserPoolId: poolId },
    )) {
      for (const { Username, Attributes = [], UserStatus, Enabled, UserCreateDate } of Users) {
        const { UserMFASettingList = [] } = await cognito.send(
          new AdminGetUserCommand({ UserPoolId: poolId, Username }),
        );
        const { sub, ...attributes } = Object.fromEntries(
          Attributes.map(({ Name, Value }) => [Name!, Value ?? '']),
        );
        const user: SavedUser = {
          sub: sub!,
          attributes,
          status: UserStatus!,
          enabled: Enabled === true,
          second_factor: UserMFASettingList.length > 0,
          created_at: UserCreateDate?.toISOString(),
        };
        count++;
        yield `${JSON.stringify(user)}\n`;
      }
    }
  }
  await pipeline(lines, createWriteStream(usersFile(folder)));
  return count;
}

const record = z.object({
  auth_user_id: z.object({ S: z.string() }),
  email: z.object({ S: z.string() }),
  full_name: z.object({ S: z.string() }),
  email_verified: z.object({ BOOL: z.boolean() }),
  type: z.object({ S: z.enum(['sign_up', 'invite']) }),
  role: z.object({ S: z.string() }).optional(),
  second_factor_since: z.unknown().optional(),
});

/**
 * Accounts to make: those of FOLDER/users.json, and those of the records in FOLDER/tables, which are newer. A record is
 * enough: it has the address, name and role, and says whether an invitation was accepted.
 */
async function savedUsers(folder: string): Promise<SavedUser[]> {
  const bySub = new Map<string, SavedUser>();
  if (existsSync(usersFile(folder))) {
    for await (const line of createInterface({ input: createReadStream(usersFile(folder)) })) {
      const user = savedUser.parse(JSON.parse(line));
      bySub.set(user.sub, user);
    }
  }
  const accounts = createReadStream(join(folder, 'tables', 'Accounts.json'));
  for await (const line of createInterface({ input: accounts })) {
    const item = fromLine(line);
    if (item.sk!.S !== 'USER') continue;
    const { auth_user_id, email, full_name, role, ...rest } = record.parse(item);
    const isInvited = rest.type.S === 'invite' && !rest.email_verified.BOOL;
    const known = bySub.get(auth_user_id.S);
    bySub.set(auth_user_id.S, {
      sub: auth_user_id.S,
      attributes: {
        email: email.S,
        // An invitation, too, was mailed to this address: without it, no password could be reset.
        email_verified: 'true',
        name: full_name.S,
        ...(role && { 'custom:role': role.S }),
      },
      status: isInvited ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      enabled: known?.enabled ?? true,
      second_factor: known?.second_factor ?? rest.second_factor_since !== undefined,
    });
  }
  return [...bySub.values()];
}

/** What became of the accounts: addresses, but for how many were made. */
export interface RestoredUsers {
  made: number;
  /** Had one already, which stays as it is. */
  existing: string[];
  /** Have not accepted their invitation, and need a new one. */
  invited: string[];
  /** Had an authenticator app, and have none now. */
  secondFactor: string[];
  /** Were disabled, or had not verified their address. */
  leftOut: string[];
}

/**
 * Makes the saved accounts that a pool lacks, with passwords that nobody knows, and mails nobody. Writes FOLDER/new-ids.json,
 * from each id of before to that of the pool. May be repeated.
 */
export async function restoreUsers(pool: UserPool, folder: string): Promise<RestoredUsers> {
  const restored: RestoredUsers = {
    made: 0,
    existing: [],
    invited: [],
    secondFactor: [],
    leftOut: [],
  };
  const ids: Record<string, string> = {};
  for (const user of await savedUsers(folder)) {
    const { email = '' } = user.attributes;
    const isInvited = user.status === 'FORCE_CHANGE_PASSWORD';
    if (!user.enabled || !(isInvited || hadPassword(user))) {
      restored.leftOut.push(email);
      continue;
    }
    const { sub, isNew } = await ensureAccount(pool, user, isInvited);
    ids[user.sub] = sub;
    if (isNew) restored.made++;
    else restored.existing.push(email);
    if (isInvited) restored.invited.push(email);
    if (user.second_factor) restored.secondFactor.push(email);
  }
  await writeFile(idsFile(folder), JSON.stringify(ids, null, 1));
  return restored;
}

const hadPassword = ({ status }: SavedUser) => ['CONFIRMED', 'RESET_REQUIRED'].includes(status);

async function ensureAccount(
  { cognito, poolId: UserPoolId }: UserPool,
  { attributes }: SavedUser,
  isInvited: boolean,
): Promise<{ sub: string; isNew: boolean }> {
  const Username = attributes.email!;
  const found = await findUser({ cognito, poolId: UserPoolId }, Username);
  // Somebody who has not proved that the address is theirs chose its password.
  if (found?.UserStatus === 'UNCONFIRMED')
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
  const existing = found?.UserStatus === 'UNCONFIRMED' ? undefined : found;
  if (!existing) {
    await cognito.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username,
        MessageAction: 'SUPPRESS',
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      }),
    );
  }
  const account = existing ?? (await findUser({ cognito, poolId: UserPoolId }, Username))!;
  // Also where an earlier run was cut short. A password can be reset only where there is one.
  if (!isInvited && account.UserStatus === 'FORCE_CHANGE_PASSWORD') {
    const Password = randomBytes(32).toString('base64url');
    await cognito.send(
      new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }),
    );
  }
  const sub = account.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  return { sub: sub!, isNew: !existing };
}

async function findUser({ cognito, poolId: UserPoolId }: UserPool, Username: string) {
  try {
    return await cognito.send(new AdminGetUserCommand({ UserPoolId, Username }));
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

/** The ids that accounts have got in another pool, by those of before; empty unless accounts were restored from FOLDER. */
export async function readNewIds(folder: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(idsFile(folder))) return new Map();
  const ids = z.record(z.string(), z.string());
  return new Map(Object.entries(ids.parse(JSON.parse(await readFile(idsFile(folder), 'utf8')))));
}
