import { isDeepStrictEqual } from 'node:util';
import { formatDay, withDays } from '#shared/format-day.ts';
import { literatureNote, paperName } from '#shared/report/literature-notes.ts';
import type { ReportMarks } from '#shared/report/marks.ts';
import { matchingPassages } from '#shared/report/match-names.ts';
import { orderNote } from '#shared/report/order-note.ts';
import { referenceNotes } from '#shared/report/reference-notes.ts';
import type { Coverage, Report } from '#shared/report/report.ts';
import { inOneLine, shortened } from './chart-words.ts';
import { citationOf, placesOf } from './citation.ts';
import {
  type DrawnElements,
  drawClaimChart,
  drawDependentClaims,
  gradeNote,
  quoteOf,
} from './pdf-chart.ts';
import { drawCombinations } from './pdf-combinations.ts';
import { drawCover, drawGaps } from './pdf-cover.ts';
import { drawOverview } from './pdf-matrix.ts';
import type { Paragraph } from './pdf-text.ts';
import { drawTimeline } from './pdf-timeline.ts';
import { PdfWriter, styles } from './pdf-writer.ts';
import { type ReportView, reportNames, type ViewReference, viewReport } from './report-view.ts';

/** A report as a tagged PDF. The same report and marks give the same bytes. */
export async function toPdf(report: Report, marks?: ReportMarks): Promise<Uint8Array> {
  const view = viewReport(report, marks);
  const name = `${reportNames[report.kind]} for ${report.subject.ucid}`;
  const pdf = new PdfWriter({
    title: `${name}: ${report.subject.title}`,
    createdAt: report.record.made_at,
    footer: `Antecede · ${name}`,
  });
  const shown = drawCover(pdf, view);
  if (shown !== 'all') {
    pdf.section('Overview');
    drawOverview(pdf, view, shown);
  }
  drawGaps(pdf, view);
  drawSummary(pdf, view);
  drawLiterature(pdf, view);
  if (view.references.length > 0) drawTimeline(pdf, view);
  if (view.rows.length > 0) {
    const [independent, dependent] = [true, false].map((is) =>
      report.claims.filter((claim) => claim.charted && claim.independent === is),
    );
    drawCombinations(pdf, view);
    pdf.section('Claim chart', sectionSpace);
    pdf.paragraphs(...[gradeNote(view)].filter(Boolean).map((text) => line(text, styles.note)));
    const drawn: DrawnElements = new Map();
    const others = drawClaimChart(pdf, independent!, view, drawn, lastChartPage);
    if (others.length > 0) {
      pdf.section('Annex: other independent claims');
      drawClaimChart(pdf, others, view, drawn);
    }
    if (dependent!.length > 0) {
      pdf.section('Annex: dependent claims');
      drawDependentClaims(pdf, dependent!, view, drawn);
    }
  } else if (view.references.length > 0) drawPassages(pdf, view);
  drawRecord(pdf, view);
  if (view.references.length > 0) drawBibliography(pdf, view);
  return await pdf.finish();
}

/** Page on which the last independent claim of the chart may begin, so that all but annexes has twenty pages as a rule. */
const lastChartPage = 15;

/** Of a page, in points, where a section may begin on it: its heading and some rows of a table. */
const sectionSpace = 170;

const line = (text: string, style = styles.text): Paragraph => ({ spans: [{ text, style }] });
const small = (text: string) => [line(text, styles.small)];
const count = (value: number) => value.toLocaleString('en-US');

function drawSummary(pdf: PdfWriter, view: ReportView): void {
  const { report, references, withMarks } = view;
  const { art } = report;
  pdf.section('Summary', sectionSpace);
  const tiers = Map.groupBy(art, ({ tier }) => tier);
  const parts = [...tiers].map(([tier, found]) => `${found.length} ${tierNames[tier]}`);
  pdf.paragraphs(
    line(
      art.length > 0
        ? `${art.length === 1 ? '1 reference' : `${art.length} references`}, one for each patent family: ${parts.join(', ')}.`
        : 'No reference is listed.',
    ),
  );
  const { covering } = report.coverage;
  if (covering.length > 0) drawCovering(pdf, view, coveringTitle, covering);
  const marked = withMarks?.coverage.covering;
  if (marked && !isDeepStrictEqual(marked, covering)) {
    drawCovering(pdf, view, `${coveringTitle}, with the marks`, marked);
  }
  if (references.length === 0) return;
  const categories = art.some(({ category }) => category !== undefined);
  pdf.subsection('References');
  pdf.paragraphs(
    line(
      `${categories ? `${categoryLegend} ` : ''}${withMarks ? 'After an arrow: with the marks. ' : ''}${orderNote(categories)}`,
      styles.note,
    ),
  );
  pdf.space(6);
  pdf.table(
    [
      { title: 'Reference', width: categories ? 0.38 : 0.43 },
      ...(categories ? [{ title: 'Category', width: 0.1 }] : []),
      { title: 'Place in time', width: categories ? 0.38 : 0.43 },
      { title: 'Score', width: 0.14 },
    ],
    references.map(({ name, document, added }) => ({
      cells: [
        [
          line(`${name}  ${document.ucid}`, styles.smallStrong),
          line(shortened(document.title, 160), styles.small),
          ...(added ? [line(`Added by ${added.by} on ${formatDay(added.at)}`, styles.note)] : []),
        ],
        ...(categories ? [small(categoryIn(view, document))] : []),
        [
          line(tierNames[document.tier], styles.smallStrong),
          line(`${withDays(document.tier_reason)}. ${document.provision}`.trim(), styles.small),
          ...referenceNotes(document).map((note) => line(note, styles.note)),
        ],
        document.conceptScore === undefined
          ? []
          : [
              {
                ...line(document.conceptScore.toFixed(2), styles.small),
                bar: document.conceptScore,
              },
            ],
      ],
    })),
  );
}

/** Art that is no patent. */
function drawLiterature(pdf: PdfWriter, { report: { literature = [] } }: ReportView): void {
  if (literature.length === 0) return;
  pdf.subsection('Literature');
  pdf.paragraphs(line(literatureNote, styles.note));
  for (const paper of literature) {
    pdf.paragraphs(
      { ...line(paperName(paper), styles.smallStrong), before: 6 },
      line([withDays(paper.tier_reason), paper.provision].filter(Boolean).join('. '), styles.small),
      ...paper.passages.slice(0, 1).map((one) => quoteOf({ ...one, where: paper.link })),
    );
  }
}

const coveringTitle = 'References that together match all limitations of a claim';

function drawCovering(
  pdf: PdfWriter,
  { references }: ReportView,
  title: string,
  covering: Coverage['covering'],
): void {
  pdf.subsection(title);
  if (covering.length === 0) {
    pdf.paragraphs(line('None.'));
    return;
  }
  const nameOf = new Map(references.map(({ name, document }) => [document.ucid, name]));
  pdf.table(
    [
      { title: 'Claim', width: 0.12 },
      { title: 'References', width: 0.5 },
      { title: 'Weakest element', width: 0.2 },
      { title: 'Its score', width: 0.18 },
    ],
    covering.map(({ claim, ucids, weakest }) => ({
      cells: [
        small(`${claim}`),
        small(ucids.map((ucid) => `${nameOf.get(ucid)} ${ucid}`).join(' with ')),
        small(weakest.label),
        [{ ...line(weakest.score.toFixed(2), styles.small), bar: weakest.score }],
      ],
    })),
  );
}

/** With the marks it may be another one: `A→X`. */
function categoryIn({ withMarks }: ReportView, { ucid, category }: ViewReference['document']) {
  const marked = withMarks?.categories.get(ucid) ?? category;
  return marked === category ? (category ?? '') : `${category ?? ''}→${marked}`;
}

const categoryLegend =
  'X: alone has all limitations of a claim. Y: has them together with others. A: background.';

const tierNames: Record<Report['art'][number]['tier'], string> = {
  'published-before': 'published before',
  'grace-year': 'published in the grace year',
  'filed-before': 'filed before, published later',
  unknown: 'of unknown date',
};

/** In a report without a chart: the passages of each reference that are nearest to the patent. */
function drawPassages(pdf: PdfWriter, { references }: ReportView): void {
  pdf.section('Nearest passages', sectionSpace);
  for (const { name, document } of references) {
    if (!document.passages || document.passages.length === 0) continue;
    pdf.subsection(`${name}  ${document.ucid}`);
    pdf.paragraphs(...document.passages.map(quoteOf));
  }
}

function drawRecord(pdf: PdfWriter, { report }: ReportView): void {
  const { record, subject } = report;
  pdf.section('Annex: search record');
  const { index } = record;
  pdf.paragraphs(
    line(
      `Searched on ${formatDay(record.made_at)} in the index ${index.id}, version ${index.version} (checksum ${index.checksum}, ${count(index.rows)} rows, model seed ${index.model_seed}).`,
    ),
    {
      ...line(
        `Left out as the patent’s own family: ${subject.family.length > 0 ? subject.family.join(', ') : 'none'}. ${subject.family_basis}.`,
      ),
      before: 4,
    },
    {
      ...line(
        `Made by version ${record.settings.rulesVersion} of the rules. The report as data has all limits and thresholds.`,
        styles.note,
      ),
      before: 4,
    },
  );
  pdf.subsection('Collections');
  pdf.table(
    [
      { title: 'Collection', width: 0.28 },
      { title: 'Documents', width: 0.16 },
      { title: 'Published', width: 0.28 },
      { title: 'Version', width: 0.28 },
    ],
    record.corpora.map(({ name, rows, first_date, last_date, version }) => ({
      cells: [
        small(name),
        small(count(rows)),
        small(
          first_date && last_date
            ? `${formatDay(first_date)} to ${formatDay(last_date)}`
            : 'not counted',
        ),
        small(version),
      ],
    })),
  );
  if (record.classes.length > 0) {
    pdf.subsection('Classes');
    pdf.table(
      [
        { title: 'CPC group', width: 0.2 },
        { title: 'Why', width: 0.6 },
        { title: 'References in it', width: 0.2 },
      ],
      record.classes.map(({ symbol, why, hits }) => ({
        cells: [small(symbol), small(why), small(count(hits))],
      })),
    );
  }
  pdf.subsection('Queries');
  pdf.paragraphs(
    line('Long texts are shortened. The report as data has all as they were run.', styles.note),
  );
  pdf.table(
    [
      { title: 'Query', width: 0.17 },
      { title: 'Text', width: 0.48 },
      { title: 'Filters', width: 0.21 },
      { title: 'Found', width: 0.14 },
    ],
    record.queries.map(({ id, source, label, text, filters, found, taken }) => ({
      cells: [
        small([id, source, label].filter(Boolean).join(' ')),
        small(shortened(inOneLine(text), longestQuery)),
        small(filters.join('; ')),
        small(`${count(found)}, looked at ${count(taken)}`),
      ],
    })),
  );
}

/** Characters of a query that are printed: those of claims would fill pages, and the claims are in the patent. */
const longestQuery = 300;

function drawBibliography(pdf: PdfWriter, { references, rows }: ReportView): void {
  pdf.section('Annex: bibliography', sectionSpace);
  pdf.paragraphs(line('Identified as WIPO ST.14 recommends.', styles.note));
  for (const { name, document } of references) {
    const places = rows.flatMap(({ cells }) =>
      cells
        .filter(({ reference }) => reference.name === name)
        .flatMap(({ machine }) => matchingPassages(machine).map(({ where }) => where)),
    );
    const cited = placesOf(
      places.length > 0 ? places : (document.passages ?? []).map(({ where }) => where),
    );
    pdf.paragraphs({
      spans: [
        { text: `${name}  `, style: styles.label },
        {
          text: `${[citationOf(document), cited].filter(Boolean).join(', ')}. `,
          style: styles.text,
        },
        { text: document.title, style: styles.small },
      ],
      before: 8,
    });
    if (document.family.length > 0) {
      pdf.paragraphs(line(`Same family: ${document.family.join(', ')}`, styles.note));
    }
  }
}
