import { closeAccount } from '../close-account.ts';
import { listClosing } from '../closing-accounts.ts';

/** Deletes the accounts whose deletion failed when their records were deleted. */
export async function handler(): Promise<void> {
  for (const authUserId of await listClosing()) await closeAccount(authUserId);
}
