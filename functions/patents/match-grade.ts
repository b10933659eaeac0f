import type { Grade } from '#shared/report/report.ts';
import type { SharedClasses } from './class-agreement.ts';
import type { FoundPassage } from './match-element.ts';

/** What a passage must have of an element. `docs/reports.md` has the measurements behind these numbers. */
export const gradeRules = {
  /** Rarities of an element's words together at which its match counts half. */
  halfWeight: 5,
  /** Scores from which on a text match is strong, or weak, */
  strongFrom: 0.12,
  weakFrom: 0.08,
  /** and in a reference that shares no class with the patent, or the classes of either are not known, */
  strongElsewhere: 0.6,
  weakElsewhere: 0.48,
  weakUnknown: 0.35,
  /** and the share of the element's phrases, by the rarity of their words, that the passage must have for either, */
  strongShare: 0.32,
  weakShare: 0.22,
  /** and of the phrase of its head noun, for a strong match. */
  strongHead: 0.45,
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
 * @param passage which share of the element's phrases it has, and of the phrase of its head noun, without half of which no match is strong
 * @param classes of reference and patent: where none is shared the same words more often mean something else, so that more of them must
 * be there; where those of either are not known, as many for a strong match, and less for a weak one, which only tells where to look
 */
export function gradeOf(
  score: number,
  { share, headShare }: Pick<FoundPassage, 'share' | 'headShare'>,
  classes: SharedClasses,
): Grade {
  const { strongShare, weakShare, strongHead } = gradeRules;
  const [strongFrom, weakFrom] = leastScores[classes];
  if (score >= strongFrom && share >= strongShare && headShare >= strongHead) return 'strong';
  return score >= weakFrom && share >= weakShare ? 'weak' : 'none';
}

const leastScores = {
  shared: [gradeRules.strongFrom, gradeRules.weakFrom],
  other: [gradeRules.strongElsewhere, gradeRules.weakElsewhere],
  unknown: [gradeRules.strongElsewhere, gradeRules.weakUnknown],
} as const satisfies Record<SharedClasses, readonly [strong: number, weak: number]>;
