import { noteFailed } from '#core/runtime/log.ts';
import { closeAccount } from '../close-account.ts';
import { listClosing } from '../closing-accounts.ts';

/** Deletes the accounts whose deletion failed when their records were deleted, and notes those that stay. */
export async function handler(): Promise<void> {
  let open = 0;
  for (const authUserId of await listClosing()) {
    if (!(await closeAccount(authUserId))) open++;
  }
  noteFailed('accounts', open);
}
