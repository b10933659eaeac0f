import type { runFailureCodes } from './contract/chat.ts';

export type RunFailure = (typeof runFailureCodes)[number];

/** Messages for failed runs. The page shows them after `Error: ` and offers to go on. */
export const runFailures: Record<RunFailure, string> = {
  not_set_up: 'The assistant is not set up in this installation.',
  provider_unavailable: 'The assistant cannot be reached right now. Please try again later.',
  rate_limited: 'The assistant has too much to do right now. Please try again in a minute.',
  cut_off: 'The answer was cut off.',
  limit_reached: 'This question takes more searches than one answer may make. Please narrow it.',
  conversation_too_long: 'This conversation has become too long. Please begin a new one.',
  interrupted: 'The answer was interrupted.',
};
