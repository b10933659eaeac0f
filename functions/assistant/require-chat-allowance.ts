import { requireAttempt } from '#core/request/require-attempt.ts';
import type { VisitorPrincipal } from '#functions/people/index.ts';

/**
 * Counts a question to the assistant. Throws `TooManyAttempts` if a user, an address or all visitors
 * together have reached their daily limit.
 */
export async function requireQuestion({ user, address }: VisitorPrincipal, now: Date) {
  if (user) return requireAttempt('chat_user', user.item_id, now);
  await requireAttempt('chat_address', address, now);
  await requireAttempt('chat_visitors', 'all', now);
}

/** The same for calls that answer a tool call of the assistant, or that cost a write. */
export const requireToolUse = ({ user, address }: VisitorPrincipal, now: Date) =>
  requireAttempt('chat_tool', user?.item_id ?? address, now);
