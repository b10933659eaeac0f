import type { Grade } from '#shared/report/report.ts';
import type { FoundPassage } from './match-element.ts';

/** What a passage must have of an element. `docs/reports.md` has the measurements behind these numbers. */
export const gradeRules = {
  /** Rarities of an element's words together at which its match counts half. */
  halfWeight: 5,
  /** Scores from which on a text match is strong, or weak, */
  strongFrom: 0.12,
  weakFrom: 0.08,
  /** and in a reference that shares no class with the patent, as far as is known, */
  strongElsewhere: 0.45,
  weakElsewhere: 0.28,
  /** and the share of the element's words, by rarity, that the passage must have for either. */
  strongShare: 0.33,
  weakShare: 0.25,
} as const;

/**
 * How much the best passage says of an element. It counts less for an element of few and common words, which is met by chance. Nothing
 * else of the document counts.
 * @param match of the passage
 * @param weight rarities of the element's words together
 */
export const scoreOf = (match: number, weight: number): number =>
  (match * weight) / (weight + gradeRules.halfWeight);

/**
 * Grade of an element in a reference.
 * @param score of the best passage
 * @param passage which share of the element's words it has, and whether its head noun, without which no match is strong
 * @param isElsewhere whether the reference shares no class with the patent, or the classes of either are not known: the same words more
 * often mean something else, so that more of them must be there
 */
export function gradeOf(
  score: number,
  { share, hasHead }: Pick<FoundPassage, 'share' | 'hasHead'>,
  isElsewhere: boolean,
): Grade {
  const { strongFrom, weakFrom, strongElsewhere, weakElsewhere } = gradeRules;
  const { strongShare, weakShare } = gradeRules;
  const isStrong = share >= strongShare && score >= (isElsewhere ? strongElsewhere : strongFrom);
  if (isStrong && hasHead) return 'strong';
  return share >= weakShare && score >= (isElsewhere ? weakElsewhere : weakFrom) ? 'weak' : 'none';
}
