import { logger } from '#core/runtime/log.ts';
import { setRoleAttribute, type UserRecord } from '#functions/people/index.ts';

/**
 * Brings the role of a user's record into the attribute that identity tokens carry. The record alone decides what a user
 * may do, and was written before: a failure of the user pool must not undo or repeat that, so it is only logged.
 */
export async function noteRole({
  auth_user_id,
  role,
}: Pick<UserRecord, 'auth_user_id' | 'role'>): Promise<void> {
  if (!role) return;
  try {
    await setRoleAttribute(auth_user_id, role);
  } catch (error) {
    logger.error('role not noted in the user pool', {
      user: auth_user_id,
      role,
      error: error as Error,
    });
  }
}
