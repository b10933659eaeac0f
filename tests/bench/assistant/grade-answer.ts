import { splitAnswer } from '#shared/citations.ts';
import { statementsOf } from '#shared/statements.ts';
import { checkAnswer, type Known } from './check-answer.ts';
import type { Turn } from './conversation-set.ts';

/** Characters of an answer that somebody reads at once, without its sources. */
const readableLength = 3500;

const publication = /\b[A-Z]{2}-[A-Z]{0,4}\d{5,15}(?:-[A-Z]\d?)?\b/g;
/** Words that offer what to do next, or ask. */
const nextStep = /\?|\bask me\b|\bI can\b|\btell me\b|\bsay\b|\badd\b|\bcopy\b|\bgive\b/i;

/**
 * Five points of an answer, each seen by a program:
 * what was asked, sources, nothing invented, brevity, and the next step.
 */
export const rubric = [
  { name: 'asked', meaning: 'every fixed check of the question is met' },
  {
    name: 'sources',
    meaning: 'each quote stands word for word at its place, and listed patents have one',
  },
  {
    name: 'known',
    meaning: 'it names no publication that neither the catalogue nor the question has',
  },
  { name: 'brief', meaning: 'without its sources it has at most 3,500 characters' },
  { name: 'next', meaning: 'it asks, or offers what to do next' },
] as const;
type Point = (typeof rubric)[number]['name'];

export interface Grade {
  points: Record<Point, boolean>;
  sum: number;
}

export function gradeAnswer(
  turn: Turn,
  answer: string,
  catalogue: ReadonlyMap<string, Known>,
): Grade {
  const { checks, quotes, verbatim } = checkAnswer(turn, answer, catalogue);
  const { text } = splitAnswer(answer);
  const named = [...new Set(text.match(publication) ?? [])];
  const numbers = [...catalogue.keys()];
  const isKnown = (number: string) =>
    turn.says.toUpperCase().includes(number.replaceAll('-', '').slice(2, 8)) ||
    numbers.some((ucid) => ucid.startsWith(number)) ||
    [...catalogue.values()].some((one) => citesOrClaims(one, number));
  const lists = /^\d+\. \*\*/m.test(text);
  const points: Record<Point, boolean> = {
    asked: checks.every(({ met }) => met),
    sources: quotes === verbatim && (!lists || statementsOf(text).length > 0),
    known: named.every(isKnown),
    brief: text.length <= readableLength,
    next: nextStep.test(text),
  };
  return { points, sum: Object.values(points).filter(Boolean).length };
}

/** Whether the record of a document has a number: as cited, of its family, or as a priority. */
const citesOrClaims = ({ document }: Known, number: string): boolean =>
  document !== undefined &&
  [
    ...document.citations.map((one) => one.number),
    ...(document.family ?? []).map(({ ucid }) => ucid),
    ...document.priority_claims.map((one) => one.number),
  ].some((one) => one.startsWith(number));
