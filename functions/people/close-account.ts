import { logger } from '#core/runtime/log.ts';
import { forgetClosing } from './closing-accounts.ts';
import { deleteAccount } from './user-pool.ts';

/**
 * Deletes an account that is recorded as closing. `close-accounts` repeats a failed deletion.
 * @returns whether the account is gone
 */
export async function closeAccount(authUserId: string): Promise<boolean> {
  try {
    await deleteAccount(authUserId);
    await forgetClosing(authUserId);
    return true;
  } catch (error) {
    logger.error('account not closed yet', { account: authUserId, error: error as Error });
    return false;
  }
}
