import { queryPage } from '#core/storage/queries.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, write } from '#core/storage/writes.ts';
import { accounts } from '#tables/accounts.ts';

/** The write that marks an account as closing, for the transaction that deletes its record. */
export const closing = (authUserId: string, now: Date): TransactItems[number] =>
  put(
    'dynamodb:PutItem Accounts',
    accounts.closingAccount,
    accounts.closingAccount.key({ auth_user_id: authUserId }),
    { since: now.toISOString() },
  );

export async function isClosing(authUserId: string): Promise<boolean> {
  const noted = await getRecord('dynamodb:GetItem Accounts', accounts.closingAccount, {
    auth_user_id: authUserId,
  });
  return noted !== undefined;
}

/** Ids of accounts still to delete; at most 100. */
export async function listClosing(): Promise<string[]> {
  const { found } = await queryPage(
    'dynamodb:Query Accounts',
    accounts.closingAccounts,
    {},
    { limit: 100 },
  );
  return found.map(({ key }) => key.sk);
}

/** Call it when the account is deleted. */
export const forgetClosing = (authUserId: string): Promise<void> =>
  write(
    remove('dynamodb:DeleteItem Accounts', accounts.closingAccount, { auth_user_id: authUserId }),
  );
