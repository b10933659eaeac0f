import { matchingPassages, verdictNames } from '#shared/report/match-names.ts';
import { referenceNotes } from '#shared/report/reference-notes.ts';
import type { ReportView, ViewCell, ViewReference, ViewRow } from './report-view.ts';
import { shadeOf } from './shade-of.ts';

/** A report as one table, for spreadsheets: a title and a value of each row for each column. */
export interface ReportTable {
  columns: readonly { title: string; width: number }[];
  rows: (string | number)[][];
  /** Columns at the left that stay in view. */
  frozen?: number;
  /** Colour behind a cell, for files that have colours. */
  shadeOf?(row: number, column: number): string | undefined;
}

const documentColumns = [
  { title: 'Reference', width: 10 },
  { title: 'Publication', width: 20 },
  { title: 'Title', width: 40 },
];
const markColumns = [
  { title: 'Marked grade', width: 14 },
  { title: 'Marked passage', width: 50 },
  { title: 'Where (marked)', width: 30 },
  { title: 'Note', width: 40 },
  { title: 'Marked by', width: 20 },
  { title: 'Marked on', width: 12 },
];

const judgementColumns = [
  { title: 'Judgement', width: 12 },
  { title: 'Reason', width: 40 },
  { title: 'Quotes', width: 50 },
  { title: 'Without support', width: 20 },
  { title: 'Left out', width: 10 },
  { title: 'Model', width: 16 },
  { title: 'Judged on', width: 12 },
  { title: 'Before', width: 24 },
];

/** The matrix: a row for each element, a column for each reference. A person's grade stands in place of the machine's. */
export function overviewTable({ rows, references }: ReportView): ReportTable {
  const cellsOf = ({ cells }: ViewRow) =>
    references.map((reference) => cells.find((cell) => cell.reference === reference));
  const firstReference = 3;
  return {
    columns: [
      { title: 'Claim', width: 8 },
      { title: 'Element', width: 10 },
      { title: 'Text', width: 60 },
      ...references.map(({ name, document }) => ({ title: `${name} ${document.ucid}`, width: 14 })),
    ],
    rows: rows.map((row) => [
      row.claim.number,
      row.element.label,
      row.element.text,
      ...cellsOf(row).map((cell) => (cell ? wordOf(cell) : '')),
    ]),
    frozen: firstReference,
    shadeOf(at, column) {
      const cell = cellsOf(rows[at]!)[column - firstReference];
      return cell && shadeOf(cell.machine, cell.mark?.grade);
    },
  };
}

const wordOf = ({ machine, mark }: ViewCell) =>
  mark?.grade ?? (machine.judgement ? verdictNames[machine.judgement.verdict] : machine.grade);

/** The claim chart: a row for each element and reference. What people say stands in columns of its own. */
export function chartTable({ rows, withMarks }: ReportView): ReportTable {
  const cells = rows.flatMap((row) => row.cells);
  const gradeColumn = 6;
  const isJudged = rows.some(({ cells }) => cells.some(({ machine }) => machine.judgement));
  return {
    columns: [
      { title: 'Claim', width: 8 },
      { title: 'Element', width: 10 },
      { title: 'Text', width: 50 },
      ...documentColumns,
      { title: 'Text match', width: 12 },
      { title: 'Score', width: 8 },
      { title: 'Passage', width: 60 },
      { title: 'Where', width: 30 },
      ...(isJudged ? judgementColumns : []),
      ...(withMarks ? markColumns : []),
    ],
    rows: rows.flatMap(({ claim, element, cells }) =>
      cells.map((cell) => [
        claim.number,
        element.label,
        element.text,
        ...documentValues(cell.reference),
        cell.machine.grade,
        cell.machine.score,
        ...passageValues(matchingPassages(cell.machine)),
        ...(isJudged ? judgementValues(cell) : []),
        ...(withMarks ? markValues(cell) : []),
      ]),
    ),
    frozen: 2,
    shadeOf: (at, column) =>
      column === gradeColumn ? shadeOf(cells[at]!.machine, cells[at]!.mark?.grade) : undefined,
  };
}

/** The references with their dates and best passages. */
export function referenceTable({ references, withMarks }: ReportView): ReportTable {
  return {
    columns: [
      ...documentColumns,
      { title: 'Assignees', width: 30 },
      { title: 'Priority', width: 12 },
      { title: 'Filed', width: 12 },
      { title: 'Published', width: 12 },
      { title: 'Place in time', width: 18 },
      { title: 'Why', width: 50 },
      { title: 'Provision', width: 20 },
      { title: 'To know of it', width: 40 },
      { title: 'Category', width: 10 },
      { title: 'Score', width: 8 },
      { title: 'Nearness', width: 10 },
      { title: 'Passage', width: 60 },
      { title: 'Where', width: 30 },
      { title: 'Same family', width: 30 },
      ...(withMarks
        ? [
            { title: 'Category with marks', width: 10 },
            { title: 'Added by', width: 20 },
          ]
        : []),
    ],
    frozen: 2,
    rows: references.map((reference) => {
      const { document, added } = reference;
      return [
        ...documentValues(reference),
        document.assignees.join('; '),
        document.priority_date ?? '',
        document.filing_date ?? '',
        document.publication_date ?? '',
        document.tier,
        document.tier_reason,
        document.provision,
        referenceNotes(document).join(' '),
        document.category ?? '',
        document.conceptScore ?? '',
        document.nearness ?? '',
        ...passageValues(document.passages ?? []),
        document.family.join('; '),
        ...(withMarks ? [withMarks.categories.get(document.ucid) ?? '', added?.by ?? ''] : []),
      ];
    }),
  };
}

/** Art that is no patent. */
export const literatureTable = ({ report: { literature = [] } }: ReportView): ReportTable => ({
  columns: [
    { title: 'Catalogue', width: 12 },
    { title: 'Id', width: 16 },
    { title: 'Title', width: 50 },
    { title: 'Authors', width: 40 },
    { title: 'Published', width: 12 },
    { title: 'Text of', width: 12 },
    { title: 'Place in time', width: 18 },
    { title: 'Why', width: 50 },
    { title: 'Provision', width: 20 },
    { title: 'Nearness', width: 10 },
    { title: 'Passage', width: 60 },
    { title: 'Link', width: 40 },
  ],
  rows: literature.map((paper) => [
    paper.catalog,
    paper.id,
    paper.title,
    paper.authors,
    paper.published ?? '',
    paper.text_date ?? '',
    paper.tier,
    paper.tier_reason,
    paper.provision,
    paper.nearness,
    paper.passages.map(({ quote }) => quote).join('\n'),
    paper.link,
  ]),
});

const documentValues = ({ name, document }: ViewReference) => [name, document.ucid, document.title];

const passageValues = (passages: readonly { quote: string; where: string }[]) => [
  passages.map(({ quote }) => quote).join('\n'),
  passages.map(({ where }) => where).join('\n'),
];

const judgementValues = ({ machine: { judgement } }: ViewCell) => [
  judgement ? verdictNames[judgement.verdict] : '',
  judgement?.reason ?? '',
  judgement?.quotes.map(({ quote, where }) => `“${quote}” ${where}`).join('\n') ?? '',
  judgement?.unsupported.join(', ') ?? '',
  judgement?.dropped ? `${judgement.dropped} not in the document` : '',
  judgement?.model ?? '',
  judgement?.judged_at.slice(0, 10) ?? '',
  judgement?.earlier
    ? `${verdictNames[judgement.earlier.verdict]} by ${judgement.earlier.model}`
    : '',
];

const markValues = ({ mark }: ViewCell) => [
  mark?.grade ?? '',
  mark?.passage?.quote ?? '',
  mark?.passage?.where ?? '',
  mark?.note ?? '',
  mark?.by ?? '',
  mark?.at.slice(0, 10) ?? '',
];
