import { chartedElements } from '#shared/report/coverage.ts';
import type { Report } from '#shared/report/report.ts';
import { cellsToJudge } from './cells-to-judge.ts';

/** Something that a report states, and what it should state. */
interface Fact {
  at: string;
  stated: unknown;
  right: unknown;
}

/**
 * What must hold of the judgements of a report, whatever a model answered: who says that something is disclosed quotes it, words
 * without support are the element's, only the models that the report names judged, and each cell of a likely reference was
 * judged or is named as not judged.
 */
export function judgingFacts(report: Report): Fact[] {
  const { judging } = report.record;
  const judged = report.chart.filter(({ judgement }) => judgement);
  if (!judging) return [{ at: 'chart.judgement', stated: judged.length, right: 0 }];
  const texts = new Map(chartedElements(report.claims).map(({ label, text }) => [label, text]));
  const cells = judged.flatMap(({ element, ucid, judgement }) => {
    const { verdict, quotes, unsupported, model } = judgement!;
    const at = `chart.${element} ${ucid}.judgement`;
    const text = texts.get(element)!.replace(/\s+/g, ' ').toLowerCase();
    const needsQuote = verdict === 'disclosed' || verdict === 'partly';
    return [
      { at: `${at}.quotes`, stated: needsQuote && quotes.length === 0, right: false },
      { at: `${at}.model`, stated: judging.models.includes(model), right: true },
      {
        at: `${at}.unsupported`,
        stated: unsupported.every((words) => text.includes(words.toLowerCase())),
        right: true,
      },
    ];
  });
  const keyOf = ({ element, ucid }: { element: string; ucid: string }) => `${element} ${ucid}`;
  const wanted = cellsToJudge(report).flatMap(({ ucid, elements }) =>
    elements.map(({ label }) => keyOf({ element: label, ucid })),
  );
  const { unjudged, unconfirmed } = judging;
  return [
    ...cells,
    {
      at: 'record.judging.unjudged',
      stated: [...judged, ...unjudged].map(keyOf).toSorted(),
      right: wanted.toSorted(),
    },
    { at: 'record.judging.judged', stated: judging.judged, right: judged.length },
    {
      at: 'record.judging.unconfirmed',
      stated: unconfirmed.every((cell) => judged.some((one) => keyOf(one) === keyOf(cell))),
      right: true,
    },
  ];
}
