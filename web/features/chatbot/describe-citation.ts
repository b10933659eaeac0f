import { describePlace } from '#shared/citations.ts';
import type { ChatCitation } from '#shared/contract/chat.ts';

type Status = ChatCitation['status'];

/** Result of the check of a quote, in a word. */
export const statusNames: Record<Status, string> = {
  verified: 'Verified',
  repaired: 'Corrected',
  unverified: 'Not verified',
};

/** Explanation of that result. */
export const statusMeanings: Record<Status, string> = {
  verified: 'The patent says this, word for word.',
  repaired: 'Dexi had changed words. This is the passage of the patent that comes nearest.',
  unverified: 'No patent that Dexi read says this. Please do not rely on it.',
};

/** Where a quote stands, as a reader finds it; null if it stands nowhere. */
export const placeOf = ({ place, where }: ChatCitation) => where ?? (place && describePlace(place));

/** "US-10123456-B2, claim 3, verified". */
export function describeCitation(citation: ChatCitation): string {
  const { ucid, status } = citation;
  return [ucid, placeOf(citation), statusNames[status].toLowerCase()]
    .filter((part) => part !== null)
    .join(', ');
}
