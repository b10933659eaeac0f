import { createHash } from 'node:crypto';
import type { ChartCell, Grade, Reference, Report, ReportPassage } from '#shared/report/report.ts';
import { exampleReport } from '#tests/support/example-report.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const words =
  'a receptacle having inclined guide surfaces that lead each leg of the vehicle into a cup with a spring contact, wherein the slope of the surfaces is between 40 and 55 degrees (≤ 55°) and the layer of Li₂O–Al₂O₃ is thinner than 12 µm';

function passage(seed: number): ReportPassage {
  const number = (seed % 90) + 1;
  const quote = `${words} ${seed}`.slice(0, 120 + ((seed * 37) % 160)).trim();
  return {
    part: 'paragraph',
    number,
    start: 0,
    end: quote.length,
    quote,
    hash: sha256(quote),
    where: `[${String(number).padStart(4, '0')}]`,
  };
}

const gradeOf = (seed: number): Grade =>
  (['none', 'strong', 'none', 'weak', 'none'] as const)[(seed * 7) % 5]!;

/** A report on a patent of many claims with 25 references: how a long chart is laid out. */
export function bigReport(claimCount: number): Report {
  const art: Reference[] = Array.from({ length: 25 }, (_, index) => ({
    ...exampleReport.art[index % 3]!,
    ucid: `US-${99_100_000 + index}-B2`,
    title: `Łódź station ${index} for charging a vehicle – Ψηφιακό Устройство`,
    conceptScore: Math.max(0, 0.9 - index * 0.03),
    hash: sha256(`${index}`),
  }));
  const claims = Array.from({ length: claimCount }, (_, index) => {
    const number = index + 1;
    const independent = index % 20 === 0;
    const count = independent ? 8 : 2;
    const elements = Array.from({ length: count }, (_unused, position) => {
      const text = `${words.slice(0, 60 + ((index * 31 + position * 53) % 160))} (${number}.${position})`;
      return {
        label: `${number}${String.fromCharCode(97 + position)}`,
        role: position === 0 ? ('preamble' as const) : ('limitation' as const),
        text,
        start: 0,
        end: text.length,
        meansPlusFunction: position === 3,
      };
    });
    return {
      number,
      dependsOn: independent ? [] : [Math.floor(index / 20) * 20 + 1],
      independent,
      charted: true,
      transition: null,
      elements,
    };
  });
  const labels = claims.flatMap(({ elements }) => elements.map(({ label }) => label));
  const chart: ChartCell[] = labels.flatMap((element, row) =>
    art.map(({ ucid }, column) => {
      const grade = row % 9 === 4 ? 'none' : gradeOf(row + column * 3);
      const found = grade !== 'none';
      const score = grade === 'strong' ? 0.7 : found ? 0.4 : 0.1;
      return { element, ucid, grade, score, passages: found ? [passage(row + column)] : [] };
    }),
  );
  const uncovered = labels.filter((_, row) => row % 9 === 4);
  return {
    ...exampleReport,
    claims,
    art,
    chart,
    coverage: { uncovered, partly: [], covering: [] },
  };
}
