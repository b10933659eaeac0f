import { formatDay } from '../format-day.ts';
import { verdictNames } from './match-names.ts';
import type { Judgement, Judging, Report } from './report.ts';

/** Cells that are named in a sentence; more are in the spreadsheet. */
const mostNamed = 12;

const reasons: Record<NonNullable<Judging['stopped']>, string> = {
  budget: 'what a report may use of models was used up',
  time: 'it took too long',
  away: 'the model did not answer',
  refused: 'the model’s provider refused the request',
  limit: 'models have judged as many reports as they may for now',
};

/**
 * What models judged of a report, what it cost, and what they did not judge and why, in sentences. Of a report that no model
 * judged: what one would add.
 * @param nameOf a reference in a sentence: `D1`
 */
export function judgingNotes(
  { chart, record: { judging } }: Pick<Report, 'chart' | 'record'>,
  nameOf: (ucid: string) => string,
): string[] {
  if (chart.length === 0) return [];
  if (!judging) {
    return [
      'No model judged this report. One would add columns to the chart: a judgement (disclosed, partly, not, unsure), its reason, the quotes that it rests on, and the words of the element without support.',
    ];
  }
  const { models, used, budget, judged, unjudged, unconfirmed, stopped } = judging;
  const [first, second] = models;
  const why = stopped ? `, because ${reasons[stopped]}` : ', because no valid answer came';
  const again = chart.filter(({ judgement }) => judgement?.earlier).length;
  const named = (cells: Judging['unjudged']) => {
    const shown = cells
      .slice(0, mostNamed)
      .map(({ element, ucid }) => `${element} in ${nameOf(ucid)}`)
      .join(', ');
    return cells.length > mostNamed ? `${shown} and ${cells.length - mostNamed} more` : shown;
  };
  return [
    `${first} judged ${cellCount(judged)} of the likely references${second ? `, and ${second} once more ${again} that decide` : ''}. Its quotes were found word for word. This used ${usedOf(used)}; the limit is ${limitOf(budget)}.`,
    ...(unjudged.length > 0
      ? [`Not judged${why}: ${cellCount(unjudged.length)}, ${named(unjudged)}.`]
      : []),
    ...(unconfirmed.length > 0
      ? [
          `Not judged once more by ${second}${why}: ${cellCount(unconfirmed.length)}, ${named(unconfirmed)}.`,
        ]
      : []),
  ];
}

/** What models judge of a reference that people add, and for how much: told before. */
export const addedJudging = ({ models, used, budget }: Judging): string =>
  `${models.join(' and ')} will judge each of its cells, with what other references leave of the report’s limit: ${limitOf(budget)}, of which the report used ${usedOf(used)}.`;

const cellCount = (cells: number) => `${cells} ${cells === 1 ? 'cell' : 'cells'}`;

const number = (value: number) => value.toLocaleString('en-US');

/** `500,000 tokens`, `0.50 USD`. */
export const limitOf = (budget: Judging['budget']) =>
  'usd' in budget ? usd(budget.usd) : `${number(budget.tokens)} tokens`;

const usd = (amount: number) => `${amount < 0.01 ? amount.toPrecision(2) : amount.toFixed(2)} USD`;

const usedOf = ({ input_tokens, output_tokens, usd: cost }: Judging['used']) =>
  `${number(input_tokens + output_tokens)} tokens${cost === undefined ? '' : ` (${usd(cost)})`}`;

/** `Judged by small-model on Nov 22, 2026: partly disclosed (large-model before: disclosed)`. */
export const judgedBy = ({ verdict, model, judged_at, earlier }: Judgement) =>
  `Judged by ${model} on ${formatDay(judged_at)}: ${verdictNames[verdict]}${earlier ? ` (${earlier.model} before: ${verdictNames[earlier.verdict]})` : ''}`;

/** What a reader must know of a judgement beside its reason and quotes. */
export const judgementNotes = ({ unsupported, dropped }: Judgement): string[] => [
  ...(unsupported.length > 0 ? [`Without support: ${unsupported.join(', ')}.`] : []),
  ...(dropped > 0
    ? [
        `Left out: ${dropped === 1 ? 'a quote' : `${dropped} quotes`} of the model that the document does not have.`,
      ]
    : []),
];
