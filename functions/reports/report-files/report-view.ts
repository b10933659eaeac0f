import { findingOf } from '#shared/report/finding.ts';
import { isFar } from '#shared/report/is-far.ts';
import {
  allCombinations,
  type MarkedCoverage,
  markedChart,
  markedCoverage,
} from '#shared/report/marked-chart.ts';
import type { AddedReference, Mark, ReportMarks } from '#shared/report/marks.ts';
import { noChartReasons } from '#shared/report/no-chart.ts';
import type {
  ChartCell,
  ClaimElement,
  Combination,
  Reference,
  Report,
  ReportClaim,
} from '#shared/report/report.ts';

/** A reference of the report, or one that a person added. */
export interface ViewReference {
  /** `D1`, `D2`, … as search reports call their documents. */
  name: string;
  document: AddedReference['reference'] & Partial<Reference>;
  /** It has few words of the patent: its grades are one step lower. */
  isFar: boolean;
  /** Who added it, and when; absent if the machine found it. */
  added?: { by: string; at: string };
}

/** What the machine found on an element in a reference, and what a person says of it. */
export interface ViewCell {
  reference: ViewReference;
  machine: ChartCell;
  mark?: Mark;
}

/** One element of a claim with a cell for each reference. */
export interface ViewRow {
  claim: ReportClaim;
  element: ClaimElement;
  cells: ViewCell[];
}

/** A report with the marks of an organization beside it, as all files show it. */
export interface ReportView {
  report: Report;
  references: ViewReference[];
  /** Empty in a prior-art report. */
  rows: ViewRow[];
  /** What was found, in three sentences: with the marks, if there are any. */
  finding: string[];
  /** Reasons to combine, for the machine's sets and for those that arise from marks. */
  combinations: Combination[];
  /** How the files call a reference: `D1`. */
  nameOf(ucid: string): string;
  /** What follows from the marks; absent where people marked and added nothing. */
  withMarks?: MarkedCoverage;
}

export const reportNames = {
  'prior-art': 'Prior-art report',
  invalidation: 'Invalidation report',
} as const;

/** What stands in each file, near the beginning. */
export const disclaimer =
  'This report describes what was searched and what was found. It is not a legal opinion: whether a claim is valid is for people to judge.';

const noMarks: ReportMarks = { marks: [], added: [] };

export function viewReport(report: Report, reportMarks: ReportMarks = noMarks): ReportView {
  const { marks, added } = reportMarks;
  const documents: Omit<ViewReference, 'name' | 'isFar'>[] = [
    ...report.art.map((document) => ({ document })),
    ...added.map(({ reference, by, at }) => ({ document: reference, added: { by, at } })),
  ];
  const references = documents.map((one, index) => ({
    ...one,
    name: `D${index + 1}`,
    isFar: isFar(one.document, report),
  }));
  const cells = new Map(
    [...report.chart, ...added.flatMap(({ chart }) => chart)].map((cell) => [keyOf(cell), cell]),
  );
  const markOf = new Map(marks.map((mark) => [keyOf(mark), mark]));
  const rows = report.claims
    .filter(({ charted }) => charted && report.chart.length > 0)
    .flatMap((claim) => claim.elements.map((element) => ({ claim, element })))
    .map(({ claim, element }) => ({
      claim,
      element,
      cells: references.flatMap((reference) => {
        const key = keyOf({ element: element.label, ucid: reference.document.ucid });
        const machine = cells.get(key);
        return machine ? [{ reference, machine, mark: markOf.get(key) }] : [];
      }),
    }))
    // Preambles of dependent claims only name the claim that they depend on, so they are compared with nothing.
    .filter(({ element, cells: own }) => own.length > 0 || element.role === 'limitation');
  const isMarked = marks.length > 0 || added.length > 0;
  const withMarks = isMarked ? markedCoverage(report, reportMarks) : undefined;
  const nameOf = (ucid: string) =>
    references.find(({ document }) => document.ucid === ucid)?.name ?? ucid;
  const told = findingOf({
    claims: report.claims,
    art: documents.map(({ document }) => document),
    chart: markedChart(report, reportMarks),
    coverage: withMarks?.coverage ?? report.coverage,
    effectiveDate: report.subject.effective_date,
    nameOf,
  });
  // Why there is no chart comes before what was found without one.
  const finding = [...(report.no_chart ? [noChartReasons[report.no_chart]] : []), ...told];
  const combinations = allCombinations(report, reportMarks);
  return { report, references, rows, finding, combinations, nameOf, withMarks };
}

const keyOf = ({ element, ucid }: Pick<ChartCell, 'element' | 'ucid'>) => `${element} ${ucid}`;
