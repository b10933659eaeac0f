import { formatDay } from '#shared/format-day.ts';
import { colors, contentWidth, type PdfWriter, page, styles } from './pdf-writer.ts';
import type { ReportView } from './report-view.ts';

interface Bar {
  name: string;
  /** How near the reference is to the patent, 0 to 1; absent for the patent. */
  nearness?: number;
  /** Earliest of priority and filing. */
  from?: string;
  /** Publication. */
  to?: string;
}

const rowHeight = 15;
const nameWidth = 58;
const axisHeight = 22;
const plotLeft = page.margin + nameWidth;
const plotWidth = contentWidth - nameWidth - 8;
const barsPerPage = 38;

/** When the references were filed and published, against the patent's effective date and its grace year. */
export function drawTimeline(pdf: PdfWriter, { report, references }: ReportView): void {
  const { subject } = report;
  const bars = references.map(
    ({ name, document }): Bar => ({
      name,
      from: document.priority_date ?? document.filing_date,
      to: document.publication_date,
      nearness: document.nearness ?? document.conceptScore ?? 0,
    }),
  );
  const own = {
    name: 'Patent',
    from: subject.priority_date ?? subject.filing_date,
    to: subject.publication_date,
  };
  const dated = bars.filter(({ from, to }) => from ?? to);
  const days = [own, ...dated].flatMap(({ from, to }) => [from, to]);
  const effective = subject.effective_date;
  const scale = scaleOf([...days, effective].filter((day) => day !== undefined));
  if (!scale) return;
  const note = [
    {
      text: 'A line runs from the priority or filing date (hollow circle) to the publication (filled circle: the nearer to the patent, the larger and darker). The dashed line is the effective date of the patent. The grey band is the year before it.',
      style: styles.note,
    },
  ];
  // Heading, note and the first plot stay together.
  pdf.space(10);
  pdf.ensure(heightOf([own, ...dated.slice(0, barsPerPage)]) + 80);
  pdf.subsection('Timeline');
  pdf.paragraphs({ spans: note });
  pdf.space(6);
  for (let first = 0; first < dated.length || first === 0; first += barsPerPage) {
    const shown = [own, ...dated.slice(first, first + barsPerPage)];
    const height = heightOf(shown);
    pdf.figure(altOf(shown, effective), height, (top) => {
      drawAxis(pdf, scale, top, shown.length * rowHeight, effective);
      for (const [index, bar] of shown.entries()) {
        drawBar(pdf, scale, bar, top + axisHeight + index * rowHeight);
      }
    });
  }
  const undated = bars.length - dated.length;
  if (undated > 0) {
    const text = `Not shown, because our documents give no date: ${undated === 1 ? '1 reference' : `${undated} references`}.`;
    pdf.paragraphs({ spans: [{ text, style: styles.note }] });
  }
}

const heightOf = (bars: readonly Bar[]) => axisHeight + bars.length * rowHeight + 22;

/** Maps days to points; undefined without days. */
interface Scale {
  firstYear: number;
  lastYear: number;
  xOf(day: string): number;
}

function scaleOf(days: readonly string[]): Scale | undefined {
  if (days.length === 0) return undefined;
  const years = days.map((day) => Number(day.slice(0, 4)));
  const firstYear = Math.min(...years);
  const lastYear = Math.max(...years) + 1;
  const start = Date.UTC(firstYear, 0, 1);
  const span = Date.UTC(lastYear, 0, 1) - start;
  return {
    firstYear,
    lastYear,
    xOf: (day) => plotLeft + ((Date.parse(day) - start) / span) * plotWidth,
  };
}

function drawAxis(
  pdf: PdfWriter,
  { firstYear, lastYear, xOf }: Scale,
  top: number,
  height: number,
  effective: string | undefined,
): void {
  const { doc } = pdf;
  const upper = top + axisHeight;
  const lower = upper + height;
  if (effective) {
    const yearBefore = xOf(aYearBefore(effective));
    const from = Math.max(plotLeft, yearBefore);
    doc.rect(from, upper, xOf(effective) - from, height).fill('#dfe3e8');
  }
  const years = lastYear - firstYear;
  const step = [1, 2, 5, 10, 20, 50].find((each) => years / each <= 12) ?? 100;
  for (let year = Math.ceil(firstYear / step) * step; year <= lastYear; year += step) {
    const x = xOf(`${year}-01-01`);
    doc.moveTo(x, upper).lineTo(x, lower).lineWidth(0.4).stroke(colors.rule);
    pdf.label(`${year}`, x, top + 6, styles.note, 'middle');
  }
  if (!effective) return;
  const x = xOf(effective);
  doc
    .moveTo(x, upper - 2)
    .lineTo(x, lower + 4)
    .lineWidth(1)
    .dash(3, { space: 2 })
    .stroke(colors.ink);
  doc.undash();
  pdf.label(`effective date ${formatDay(effective)}`, x, lower + 6, styles.smallStrong, 'middle');
}

function drawBar(pdf: PdfWriter, { xOf }: Scale, bar: Bar, top: number): void {
  const { name, from, to, nearness = 1 } = bar;
  const { doc } = pdf;
  const y = top + rowHeight / 2;
  pdf.label(name, page.margin, top + 2, styles.smallStrong);
  if (from && to) doc.moveTo(xOf(from), y).lineTo(xOf(to), y).lineWidth(1.2).stroke(colors.ink);
  if (from) doc.circle(xOf(from), y, 2.8).lineWidth(1).fillAndStroke('#ffffff', colors.ink);
  if (!to) return;
  doc.fillOpacity(0.35 + 0.65 * nearness);
  doc.circle(xOf(to), y, 2 + 3 * nearness).fill(colors.accent);
  doc.fillOpacity(1);
}

function aYearBefore(day: string): string {
  const date = new Date(day);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return date.toISOString().slice(0, 10);
}

function altOf(bars: readonly Bar[], effective: string | undefined): string {
  const lines = bars.map(
    ({ name, from, to }) =>
      `${name}: filed ${from ? formatDay(from) : 'unknown'}, published ${to ? formatDay(to) : 'unknown'}.`,
  );
  return [
    `Timeline. Effective date: ${effective ? formatDay(effective) : 'unknown'}.`,
    ...lines,
  ].join(' ');
}
