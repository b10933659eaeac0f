import { logger } from '#core/runtime/log.ts';
import { findAccount, getUser, setStaff } from '#functions/people/index.ts';

interface GrantRequest {
  email: string;
  /** False takes the right away. */
  staff: boolean;
}

/** Adds somebody to the provider's staff, or removes them. Only an operator starts it. */
export async function handler({ email, staff }: GrantRequest) {
  const account = await findAccount(email.trim().toLowerCase());
  const user = account && (await getUser(account.authUserId));
  if (!user) throw new Error('Nobody has signed up with this address yet');
  if (staff && !user.email_verified) throw new Error('This address is not verified');
  await setStaff(user.auth_user_id, staff);
  logger.info(staff ? 'staff granted' : 'staff taken away', { user: user.item_id });
  return { user_id: user.item_id, staff };
}
