import { formatDay } from '#shared/format-day.ts';
import { elementNotes } from '#shared/report/element-notes.ts';
import { farLimit } from '#shared/report/is-far.ts';
import { judgedBy, judgementNotes } from '#shared/report/judging-notes.ts';
import { matchingPassages, matchNames, verdictNames } from '#shared/report/match-names.ts';
import { metRuns } from '#shared/report/met-runs.ts';
import type { ChartCell, Judgement, Report, ReportPassage } from '#shared/report/report.ts';
import { standingOf } from '#shared/report/standing.ts';
import { dependence, inOneLine, nearestOf, otherPlaces, shortened, signOf } from './chart-words.ts';
import type { Paragraph } from './pdf-text.ts';
import { type PdfWriter, styles } from './pdf-writer.ts';
import type { ReportView, ViewCell, ViewRow } from './report-view.ts';

/** How grades differ between references. */
export function gradeNote(view: ReportView): string {
  const elsewhere =
    view.report.record.settings.strongElsewhere === undefined
      ? ''
      : 'A reference that shares no class with the patent needs more of the words for the same grade.';
  return [elsewhere, farNote(view)].filter(Boolean).join(' ');
}

function farNote({ references, report }: ReportView): string {
  const far = references.filter(({ isFar }) => isFar).map(({ name }) => name);
  return far.length > 0
    ? `Grades are one step lower where the nearest passages have ${farLimit(report)} of the words of the patent’s title and abstract: ${far.join(', ')}.`
    : '';
}

const chartColumns = [
  { title: 'Claim element', width: 0.34 },
  { title: 'Where the references have it, word for word', width: 0.66 },
];

/** Labels of elements that were drawn, by what the chart says of them: what is said once is referred to later. */
export type DrawnElements = Map<string, string>;

/**
 * A table for each of these claims: its elements, and beside each the passages of all references that have it.
 * @param lastPage no claim begins on a later page
 * @returns claims that were not drawn
 */
export function drawClaimChart(
  pdf: PdfWriter,
  claims: Report['claims'],
  { rows }: Pick<ReportView, 'rows'>,
  drawn: DrawnElements,
  lastPage: number = Number.POSITIVE_INFINITY,
): Report['claims'] {
  for (const [index, claim] of claims.entries()) {
    if (pdf.pages > lastPage) return claims.slice(index);
    const own = rows.filter((row) => row.claim === claim);
    if (own.length === 0) continue;
    pdf.subsection(`Claim ${claim.number} (${dependence(claim)})`);
    pdf.table(
      chartColumns,
      own.map((row) => ({
        ...elementCells(row, drawn),
        continued: `${row.element.label} continued`,
      })),
    );
  }
  return [];
}

/** Whether nobody found anything of an element in any reference. */
const isUnmatched = ({ cells }: ViewRow) =>
  cells.every(({ machine, mark }) => machine.grade === 'none' && !machine.judgement && !mark);

/** The two cells of an element. One that says the same as an earlier one refers to it. */
function elementCells(row: ViewRow, drawn: DrawnElements): { cells: [Paragraph[], Paragraph[]] } {
  const content = contentOf(row);
  const same = drawn.get(content);
  if (same !== undefined) {
    return {
      cells: [
        [elementText(row, longestRepeat)],
        [{ spans: [{ text: `As ${same}.`, style: styles.note }] }],
      ],
    };
  }
  drawn.set(content, row.element.label);
  const found = foundCell(row);
  // What no reference matches is said once in full, among the gaps or in the claims.
  const isShort = !row.claim.independent && isUnmatched(row);
  return { cells: [isShort ? [elementText(row, longestRepeat)] : elementCell(row), found] };
}

/**
 * One table for all of these claims, in short: the best reference of each element, and the beginning of those that none matches. The
 * Word and Excel files have everything.
 */
export function drawDependentClaims(
  pdf: PdfWriter,
  claims: Report['claims'],
  { rows }: Pick<ReportView, 'rows'>,
  drawn: DrawnElements,
): void {
  pdf.table(
    chartColumns,
    claims.flatMap((claim) =>
      rows
        .filter((row) => row.claim === claim)
        .map((row, index) => {
          const title = {
            text: `Claim ${claim.number} (${dependence(claim)})`,
            style: styles.label,
          };
          const { cells } = elementCells(row, drawn);
          const named: Paragraph[] = index === 0 ? [{ spans: [title], keepWithNext: true }] : [];
          return {
            cells: [[...named, ...cells[0]], cells[1]],
            continued: `${row.element.label} continued`,
            ...(index === 0 && { bookmark: title.text }),
          };
        }),
    ),
  );
}

/** Equal for elements of which the chart says the same. */
const contentOf = ({ element, cells }: ViewRow) =>
  JSON.stringify([
    element.text,
    cells.map(({ reference, machine: { element: _label, ...found }, mark }) => [
      reference.name,
      found,
      mark,
    ]),
  ]);

/** Characters of an element that an earlier one has said, or of a dependent claim that no reference matches. */
const longestRepeat = 70;

const elementText = ({ element }: ViewRow, longest = Number.POSITIVE_INFINITY): Paragraph => ({
  spans: [
    { text: `${element.label}  `, style: styles.strong },
    { text: shortened(inOneLine(element.text), longest), style: styles.text },
  ],
});

function elementCell(row: ViewRow): Paragraph[] {
  const { element } = row;
  const notes = [
    ...(element.definitions?.length ? [definitionsOf(element)] : []),
    ...elementNotes(element),
  ];
  return [
    elementText(row),
    ...notes.map((text): Paragraph => ({ spans: [{ text, style: styles.note }], before: 3 })),
  ];
}

/** What the claim says of the variables of a formula, in short. */
function definitionsOf({ definitions = [] }: ViewRow['element']): string {
  const text = definitions.map((one) => one.text).join('; ');
  return text.length > longestNote ? `${text.slice(0, longestNote)} …` : text;
}
const longestNote = 500;

/** References whose passages are quoted for an element. More are named with grade and place, and quoted in the spreadsheet. */
const quotedReferences = { independent: 4, dependent: 1 };
/** A preamble is not counted. */
const quotedForPreamble = 1;

function foundCell({ claim, element, cells }: ViewRow): Paragraph[] {
  const found = cells
    .filter(({ machine, mark }) => machine.grade !== 'none' || isFound(machine) || mark)
    .toSorted(
      (a, b) =>
        Number(Boolean(b.mark)) - Number(Boolean(a.mark)) ||
        Number(isFound(b.machine)) - Number(isFound(a.machine)) ||
        b.machine.score - a.machine.score,
    );
  const most =
    element.role === 'preamble'
      ? quotedForPreamble
      : quotedReferences[claim.independent ? 'independent' : 'dependent'];
  const quoted = found.filter(({ mark }, index) => mark ?? index < most);
  const more = found.filter((cell) => !quoted.includes(cell)).map(inShort);
  const rest = cells.filter((cell) => !found.includes(cell));
  const namesOf = (all: readonly ViewCell[]) =>
    all.map(({ reference }) => reference.name).join(', ');
  const denied = rest.filter(({ machine }) => machine.judgement);
  const others = rest.filter(({ machine }) => !machine.judgement);
  const notes = [
    more.length > 0 ? `Also ${more.join('; ')}.` : '',
    cells.length === 0 ? 'Not compared.' : '',
    denied.length > 0 ? `Not disclosed in ${namesOf(denied)}, as the model judged.` : '',
    cells.length > 0 && found.length === 0 && denied.length === 0
      ? `No match in any reference.${nearestOf(cells)}`
      : '',
    found.length > 0 && others.length > 0 ? `No match in ${namesOf(others)}.` : '',
  ].filter(Boolean);
  return [
    ...quoted.flatMap((cell) => passagesOf(cell, claim.independent)),
    ...notes.map((text): Paragraph => ({ spans: [{ text, style: styles.note }], before: 6 })),
  ];
}

/** A model judged that it has something of the element; without a judgement, the text match did. */
const isFound = (machine: ChartCell) => standingOf(machine).extent !== 'none';

/** `D7 weak text match 0.42 [0012]`, `D7 partly disclosed by small-model`. */
const inShort = ({ reference, machine }: ViewCell) =>
  machine.judgement
    ? `${reference.name} ${verdictNames[machine.judgement.verdict]} by ${machine.judgement.model}`
    : [
        reference.name,
        matchNames[machine.grade],
        machine.score.toFixed(2),
        matchingPassages(machine)[0]?.where,
      ].join(' ');

function passagesOf({ reference, machine, mark }: ViewCell, isIndependent: boolean): Paragraph[] {
  const { ucid } = reference.document;
  const grade = {
    text: `${signOf({ grade: machine.grade })} ${matchNames[machine.grade]} ${machine.score.toFixed(2)}`,
    style: styles.smallStrong,
  };
  return [
    {
      spans: [{ text: `${reference.name}  ${ucid}`, style: styles.label }],
      right: grade,
      before: 8,
      keepWithNext: true,
    },
    ...bestOf(machine, isIndependent),
    ...(machine.grade === 'none'
      ? [{ spans: [{ text: 'No passage matches.', style: styles.note }], before: 2 }]
      : []),
    ...(machine.judgement ? judgementOf(machine.judgement) : []),
    ...(mark ? markOf(machine, mark) : []),
  ];
}

/**
 * The best passage word for word, and for independent claims where the others are: the spreadsheet and the Word file have
 * them all.
 */
function bestOf(machine: ViewCell['machine'], isIndependent: boolean): Paragraph[] {
  const [best, ...others] = matchingPassages(machine);
  const places = best && isIndependent ? otherPlaces([best], others).join(', ') : '';
  return [
    ...(best ? [quoteOf(best)] : []),
    ...(places ? [{ spans: [{ text: `Also at ${places}`, style: styles.note }], before: 2 }] : []),
  ];
}

/** A passage word for word, the words that met in bold. */
export const quoteOf = ({
  quote,
  where,
  met = [],
}: Pick<ReportPassage, 'quote' | 'where' | 'met'>): Paragraph => ({
  spans: [
    { text: '“', style: styles.text },
    ...metRuns(quote, met).map(({ text, isMet }, at, { length }) => ({
      // A line may end between two spans, and not before the closing mark.
      text: `${inOneLine(text)}${at === length - 1 ? '” ' : ''}`,
      style: isMet ? styles.strong : styles.text,
    })),
    { text: where, style: styles.smallStrong },
  ],
  before: 2,
});

/** What a model says stands below the text match, with its name. */
const judgementOf = (judgement: Judgement): Paragraph[] => [
  {
    spans: [
      { text: `${judgedBy(judgement)}. `, style: styles.smallStrong },
      { text: judgement.reason, style: styles.small },
    ],
    before: 4,
  },
  ...judgement.quotes.map(quoteOf),
  ...judgementNotes(judgement).map(
    (text): Paragraph => ({ spans: [{ text, style: styles.note }], before: 2 }),
  ),
];

/** What a person says stands below what the machine found, with their name. */
function markOf(
  machine: ChartCell,
  { grade, passage, note, by, at }: NonNullable<ViewCell['mark']>,
): Paragraph[] {
  const given = grade ? `: ${signOf(machine, grade)} ${grade}` : '';
  return [
    {
      spans: [{ text: `Marked by ${by} on ${formatDay(at)}${given}`, style: styles.smallStrong }],
      before: 4,
      keepWithNext: Boolean(passage ?? note),
    },
    ...(passage ? [quoteOf(passage)] : []),
    ...(note ? [{ spans: [{ text: `Note: ${note}`, style: styles.small }], before: 2 }] : []),
  ];
}
