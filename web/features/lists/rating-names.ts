import type { Rating } from '#shared/contract/lists.ts';

/** Ratings for people. */
export const ratingNames: Record<Rating, string> = {
  relevant: 'Relevant',
  maybe: 'Maybe',
  not: 'Not relevant',
};
