import type { Grade, Judgement } from './report.ts';

/** The grades of the text match, in a sentence and in a table. */
export const matchNames: Record<Grade, string> = {
  strong: 'strong text match',
  weak: 'weak text match',
  none: 'no text match',
};

/** What a model says, in a sentence and in a table. */
export const verdictNames: Record<Judgement['verdict'], string> = {
  disclosed: 'disclosed',
  partly: 'partly disclosed',
  not: 'not disclosed',
  unsure: 'unsure',
};
