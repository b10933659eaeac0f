import { queryKeys } from '#core/storage/queries.ts';
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

/** Ids of all accounts still to delete: some that cannot be deleted must not keep the others waiting. */
export async function listClosing(): Promise<string[]> {
  const keys = await queryKeys('dynamodb:Query Accounts', accounts.closingAccounts, {});
  return keys.map(({ sk }) => sk);
}

/** Call it when the account is deleted. */
export const forgetClosing = (authUserId: string): Promise<void> =>
  write(
    remove('dynamodb:DeleteItem Accounts', accounts.closingAccount, { auth_user_id: authUserId }),
  );
