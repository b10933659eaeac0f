import type { Combination } from './report.ts';

/** What a reason says of its two documents: `D1 cites D2.` */
export function reasonTitle(
  { kind, between: [one, other], passages }: Combination['reasons'][number],
  nameOf: (ucid: string) => string,
): string {
  const a = nameOf(one);
  const b = nameOf(other);
  if (kind === 'cites') {
    return passages.length > 0 ? `${a} names ${b}:` : `${b} is among the citations of ${a}.`;
  }
  return kind === 'suggests'
    ? `${a} says that something may be combined, in words of what ${b} is about:`
    : `${a} and ${b} name a problem in like words:`;
}

/** Stands where no passage was found. */
export const noReason = 'None found.';

/** Stands before all reasons. */
export const combinationNote =
  'Passages that may speak of a reason to combine the references of a set: one cites the other, one says that something may be combined, or both name a problem in like words. They were found by words. Whether there was a reason is for people to judge.';
