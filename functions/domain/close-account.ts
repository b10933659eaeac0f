import { logger } from '#functions/runtime/log.ts';
import { forgetClosing } from '#functions/store/closing-accounts.ts';
import { deleteAccount } from '#functions/store/user-pool.ts';

/** Deletes an account that is recorded as closing. `close-accounts` repeats a failed deletion. */
export async function closeAccount(authUserId: string): Promise<void> {
  try {
    await deleteAccount(authUserId);
    await forgetClosing(authUserId);
  } catch (error) {
    logger.error('account not closed yet', { account: authUserId, error: error as Error });
  }
}
