import { elementNotes } from '#shared/report/element-notes.ts';
import { farLimit } from '#shared/report/is-far.ts';
import { judgedBy, judgementNotes } from '#shared/report/judging-notes.ts';
import { matchingPassages, matchNames, verdictNames } from '#shared/report/match-names.ts';
import { metRuns } from '#shared/report/met-runs.ts';
import type {
  ChartCell,
  Judgement,
  MarkGrade,
  Report,
  ReportPassage,
} from '#shared/report/report.ts';
import { type Extent, standingOf } from '#shared/report/standing.ts';
import type { Paragraph } from './pdf-text.ts';
import { type PdfWriter, styles, tight } from './pdf-writer.ts';
import type { ReportView, ViewCell, ViewRow } from './report-view.ts';
import { shadeOf } from './shade-of.ts';

/** Told apart by shape, so that the chart can be printed in grey. */
const signs: Record<Extent, string> = { full: '●', part: '◐', none: '○' };

const signOf = (cell: Pick<ChartCell, 'grade' | 'judgement'>, mark?: MarkGrade) =>
  signs[standingOf({ ...cell, mark }).extent];

/** References side by side in the overview. */
const columnsOfOverview = 18;
/** Of small text on the whole width, at least. */
const charactersPerLine = 120;

/**
 * All grades on as few pages as possible: a row for each element, a column for each reference that covers any. Elements of
 * dependent claims that nothing covers are counted: the first page lists them.
 */
export function drawOverview(pdf: PdfWriter, view: ReportView): void {
  const { references } = view;
  const isTold = ({ machine, mark }: ViewCell) =>
    standingOf(machine).extent !== 'none' || mark?.grade !== undefined;
  const covering = references.filter(({ name }) =>
    view.rows.some(({ cells }) =>
      cells.some((cell) => cell.reference.name === name && isTold(cell)),
    ),
  );
  const rows = view.rows.filter(({ claim, cells }) => claim.independent || cells.some(isTold));
  if (covering.length === 0) {
    pdf.paragraphs({
      spans: [{ text: 'No reference matches any element of the chart.', style: styles.text }],
    });
    return;
  }
  const isJudged = rows.some(({ cells }) => cells.some(({ machine }) => machine.judgement));
  const judged = isJudged
    ? ' Where a model judged: ● disclosed   ◐ partly or unsure   ○ not disclosed.'
    : '';
  const elsewhere =
    view.report.record.settings.strongElsewhere === undefined
      ? ''
      : ' A reference that shares no class with the patent needs more of the words.';
  const left = [
    ['references that match no element', references.length - covering.length],
    ['elements of dependent claims that no reference matches', view.rows.length - rows.length],
  ]
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${what} (${count})`);
  const leftOut = left.length > 0 ? ` Left out: ${left.join('; ')}.` : '';
  const legend = `● strong   ◐ weak   ○ no text match.${elsewhere}${judged}${leftOut} A sign after an arrow is what a person found: ● disclosed   ◐ partly   ○ not found.${farNote(view)}`;
  pdf.paragraphs({ spans: [{ text: legend, style: styles.note }] });
  for (let first = 0; first < covering.length; first += columnsOfOverview) {
    const shown = covering.slice(first, first + columnsOfOverview);
    // Three signs fit with few references; 18 leave room for some words of the element.
    const width = Math.min(0.07, 0.6 / shown.length);
    const words = Math.floor((1 - shown.length * width) * charactersPerLine) - 8;
    const columns = [
      { title: 'Element', width: 1 - shown.length * width },
      ...shown.map(({ name }) => ({ title: name, width })),
    ];
    pdf.space(6);
    pdf.table(
      columns,
      rows.map(({ element, cells }) => ({
        cells: [
          [
            {
              spans: [
                { text: `${element.label}  `, style: styles.smallStrong },
                { text: shortened(inOneLine(element.text), words), style: styles.small },
              ],
            },
          ],
          ...shown.map(({ name }) => {
            const cell = cells.find(({ reference }) => reference.name === name);
            return [{ spans: [{ text: cell ? signsOf(cell) : '', style: styles.small }] }];
          }),
        ],
        shades: [
          undefined,
          ...shown.map(({ name }) => {
            const cell = cells.find(({ reference }) => reference.name === name);
            return cell && shadeOf(cell.machine, cell.mark?.grade);
          }),
        ],
      })),
      tight,
    );
  }
}

function farNote({ references, report }: ReportView): string {
  const far = references.filter(({ isFar }) => isFar).map(({ name }) => name);
  return far.length > 0
    ? ` Grades are one step lower where the nearest passages have ${farLimit(report)} of the words of the patent’s title and abstract: ${far.join(', ')}.`
    : '';
}

const signsOf = ({ machine, mark }: ViewCell) =>
  mark?.grade ? `${signOf(machine)}→${signOf(machine, mark.grade)}` : signOf(machine);

const chartColumns = [
  { title: 'Claim element', width: 0.34 },
  { title: 'Where the references have it, word for word', width: 0.66 },
];

/** A table for each of these claims: its elements, and beside each the passages of all references that have it. */
export function drawClaimChart(
  pdf: PdfWriter,
  claims: Report['claims'],
  { rows }: Pick<ReportView, 'rows'>,
): void {
  for (const claim of claims) {
    const own = rows.filter((row) => row.claim === claim);
    if (own.length === 0) continue;
    pdf.subsection(`Claim ${claim.number} (${dependence(claim)})`);
    pdf.table(
      chartColumns,
      own.map((row) => ({
        cells: [elementCell(row), foundCell(row)],
        continued: `${row.element.label} continued`,
      })),
    );
  }
}

/**
 * One table for all of these claims, in short: the best reference of each element, and an element that repeats an earlier
 * one, with the same passages, refers to it. The Word and Excel files have everything.
 */
export function drawDependentClaims(
  pdf: PdfWriter,
  claims: Report['claims'],
  { rows }: Pick<ReportView, 'rows'>,
): void {
  const first = new Map<string, string>();
  pdf.table(
    chartColumns,
    claims.flatMap((claim) =>
      rows
        .filter((row) => row.claim === claim)
        .map((row, index) => {
          const { label } = row.element;
          const content = contentOf(row);
          const same = first.get(content);
          if (same === undefined) first.set(content, label);
          const title = {
            text: `Claim ${claim.number} (${dependence(claim)})`,
            style: styles.label,
          };
          const found: Paragraph[] =
            same === undefined
              ? foundCell(row)
              : [{ spans: [{ text: `As ${same}.`, style: styles.note }] }];
          return {
            cells: [
              [
                ...(index === 0 ? [{ spans: [title], keepWithNext: true }] : []),
                ...(same === undefined ? elementCell(row) : [elementText(row, longestRepeat)]),
              ],
              found,
            ],
            continued: `${label} continued`,
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

const dependence = ({ independent, dependsOn }: Report['claims'][number]) =>
  independent ? 'independent' : `depends on claim ${dependsOn.join(', ')}`;

/** Characters of an element that an earlier one has said. */
const longestRepeat = 70;

const elementText = ({ element }: ViewRow, longest = Number.POSITIVE_INFINITY): Paragraph => ({
  spans: [
    { text: `${element.label}  `, style: styles.strong },
    { text: shortened(inOneLine(element.text), longest), style: styles.text },
  ],
});

/** Line breaks of a source mean nothing in a cell. */
export const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');

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

function foundCell({ claim, cells }: ViewRow): Paragraph[] {
  const found = cells
    .filter(({ machine, mark }) => machine.grade !== 'none' || isFound(machine) || mark)
    .toSorted(
      (a, b) =>
        Number(Boolean(b.mark)) - Number(Boolean(a.mark)) ||
        Number(isFound(b.machine)) - Number(isFound(a.machine)) ||
        b.machine.score - a.machine.score,
    );
  const most = quotedReferences[claim.independent ? 'independent' : 'dependent'];
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

/** Where a reference comes nearest to an element that none matches: a place to look first. */
function nearestOf(cells: readonly ViewCell[]): string {
  const { reference, machine } = cells.reduce((a, b) =>
    b.machine.score > a.machine.score ? b : a,
  );
  const where = machine.passages[0]?.where;
  return where ? ` ${reference.name} comes nearest at ${where}.` : '';
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
  const places = (isIndependent ? others : []).map(({ where }) => where).join(', ');
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
    ...metRuns(quote, met).map(({ text, isMet }) => ({
      text: inOneLine(text),
      style: isMet ? styles.strong : styles.text,
    })),
    { text: '” ', style: styles.text },
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
      spans: [{ text: `Marked by ${by} on ${at.slice(0, 10)}${given}`, style: styles.smallStrong }],
      before: 4,
      keepWithNext: Boolean(passage ?? note),
    },
    ...(passage ? [quoteOf(passage)] : []),
    ...(note ? [{ spans: [{ text: `Note: ${note}`, style: styles.small }], before: 2 }] : []),
  ];
}

export const shortened = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')} …`;
