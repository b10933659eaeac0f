import { logger } from '#functions/runtime/log.ts';
import { forgetClosing } from '#functions/store/closing-accounts.ts';
import { deleteAccount } from '#functions/store/user-pool.ts';

/** Deletes an account that is noted as closing. What fails is tried again by `close-accounts`. */
export async function closeAccount(authUserId: string): Promise<void> {
  try {
    await deleteAccount(authUserId);
    await forgetClosing(authUserId);
  } catch (error) {
    logger.error('account not closed yet', { account: authUserId, error: error as Error });
  }
}
