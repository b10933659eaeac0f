import type { VisitorPrincipal } from '#functions/request/principal.ts';
import { requireAttempt } from './require-attempt.ts';

/**
 * Notes that the caller asks the assistant something. Throws `TooManyAttempts` when a user, an address or
 * all visitors together have asked as much as a day allows.
 */
export async function requireQuestion({ user, address }: VisitorPrincipal, now: Date) {
  if (user) return requireAttempt('chat_user', user.item_id, now);
  await requireAttempt('chat_address', address, now);
  await requireAttempt('chat_visitors', 'all', now);
}

/** The same for what answers an assistant's call of a tool, or costs us a write. */
export const requireToolUse = ({ user, address }: VisitorPrincipal, now: Date) =>
  requireAttempt('chat_tool', user?.item_id ?? address, now);
