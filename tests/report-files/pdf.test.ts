/** PDF files of reports, read by another library than the one that writes them. */
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { toPdf } from '#functions/reports/report-files/to-pdf.ts';
import { withDays } from '#shared/format-day.ts';
import type { Mark, ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { bigReport } from '#tests/support/big-report.ts';
import { exampleMarks } from '#tests/support/example-marks.ts';
import { exampleReport } from '#tests/support/example-report.ts';

async function read(report: Report, marks?: ReportMarks) {
  const pdf = await getDocumentProxy(await toPdf(report, marks));
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)),
  );
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent({ disableNormalization: true });
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''));
      return text.join('').replaceAll(/\s+/g, ' ');
    }),
  );
  return { pdf, pages, texts, all: texts.join(' ') };
}

type Tag = { role?: string; children?: Tag[]; alt?: string };
const tagsOf = (tag: Tag): Tag[] => [tag, ...(tag.children ?? []).flatMap(tagsOf)];

test('the same report gives the same bytes', async () => {
  expect(await toPdf(exampleReport)).toEqual(await toPdf(structuredClone(exampleReport)));
});

test('the first page says what was found, by which references, and what the report lacks', async () => {
  const coverage = { uncovered: ['1c'], partly: ['1b'], covering: [] };
  const { texts } = await read({ ...exampleReport, coverage });
  expect(texts[0]).toMatch(
    /D1 US-99030011-B2 .* Published on Jul 30, 2013 · 35 U\.S\.C\. 102\(a\)\(1\)/,
  );
  expect(texts[0]).toMatch(/Element D1 D2 1a A charging dock for an unmanned aerial vehicle ● ◐/);
  expect(texts[0]).toContain('Invalidation report for US-99030012-B2');
  expect(texts[0]).toContain(
    'No reference matches this element: 1c “means for identifying a polarity of contacts on the vehicle”.',
  );
  expect(texts[0]).toContain('Matched only weakly or in part: 1b');
  expect(texts[0]).toContain('No set of references matches all limitations of claim 1.');
  expect(texts[0]).toContain('Dates are missing for D3.');
  expect(texts[0]).toContain(
    'D1 (US-99030011-B2) has strong text matches for 1 of the 2 limitations of claim 1; 1c only weakly or in part.',
  );
  expect(texts[0]).toContain(
    'No combination of up to four references matches all limitations of claim 1: no reference matches 1c.',
  );
  expect(texts[0]).toContain(
    'Against the effective date Sep 14, 2016: of 3 references, 1 published before, 1 published in its grace year, 1 of unknown date.',
  );
});

test('everything of the report can be read and copied', async () => {
  const { all } = await read(exampleReport);
  for (const { ucid, title, tier_reason } of exampleReport.art) {
    expect(all).toContain(ucid);
    expect(all).toContain(title);
    expect(all).toContain(withDays(tier_reason));
  }
  for (const { passages } of exampleReport.chart)
    for (const { quote, where } of passages) expect(all).toContain(`“${quote}” ${where}`);
  for (const { text, filters } of exampleReport.record.queries)
    for (const part of [text, ...filters]) expect(all).toContain(part);
  expect(all).toContain('US 99030011 B2 (ALDEBARAN ROTORS SAS) 2013-07-30');
  expect(all).not.toMatch(/\b(?:invalid|anticipates|obvious)\b/i);
});

test('it has a language, a title, bookmarks and a structure for screen readers', async () => {
  const { pdf, pages } = await read(exampleReport);
  const { info } = await pdf.getMetadata();
  expect(info).toMatchObject({
    Title: `Invalidation report for US-99030012-B2: ${exampleReport.subject.title}`,
    Language: 'en-US',
  });
  const bookmarks = await pdf.getOutline();
  expect(bookmarks.map(({ title }) => title)).toEqual([
    'First page',
    'What this report lacks',
    'Summary',
    'Reasons to combine',
    'Claim chart',
    'Annex: search record',
    'Annex: bibliography',
  ]);
  expect(bookmarks[4]?.items.map(({ title }) => title)).toEqual(['Claim 1 (independent)']);
  const tags = (await Promise.all(pages.map((page) => page.getStructTree()))).flatMap((tree) =>
    tagsOf(tree as Tag),
  );
  const roles = tags.map(({ role }) => role);
  for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure'])
    expect(roles).toContain(role);
  const figure = tags.find(({ role }) => role === 'Figure');
  expect(figure?.alt).toContain('D1: filed Mar 16, 2010, published Jul 30, 2013.');
});

test('names and formulas are shown in other scripts, too', async () => {
  const title = 'Łódź – Ψηφιακό Устройство for Li₂O ≤ 12 µm, 水 リチウム 전지 ლითიუმი';
  const { all, texts } = await read({
    ...exampleReport,
    subject: { ...exampleReport.subject, title },
  });
  expect(texts[0]).not.toContain('cannot be printed');
  expect(all).toContain(title);
});

test('what the file cannot print is said only where there is such a thing', async () => {
  const { all } = await read(exampleReport, exampleMarks);
  expect(all).not.toContain('cannot be printed');
  const note = '水'.repeat(3) + String.fromCodePoint(0x20000);
  const [mark] = exampleMarks.marks;
  const marked = await read(exampleReport, { marks: [{ ...mark!, note }], added: [] });
  expect(marked.all).toContain('stand as □: U+20000. The Word');
});

test('what people say stands beside what the machine found, with their names', async () => {
  const { texts, all } = await read(exampleReport, exampleMarks);
  expect(texts[0]).toContain('Marks: by Ada Lovelace, Grace Hopper');
  expect(all).toContain('◐ weak text match 0.42');
  expect(all).toContain('Marked by Ada Lovelace on Nov 23, 2026: ● disclosed');
  expect(all).toContain('Note: See the drawing, too.');
  expect(all).toContain('D4 US-99080001-B2');
  expect(all).toContain('Added by Grace Hopper on Nov 24, 2026');
});

test('the first pages say what the machine found, and what follows from the marks', async () => {
  const grade = {
    element: '1c',
    ucid: 'US-99030011-B2',
    revision: 1,
    by: 'Ada',
    at: exampleReport.record.made_at,
  };
  const marked = (mark: Mark['grade']) =>
    read(exampleReport, { marks: [{ ...grade, grade: mark }], added: [] });
  const { all } = await marked('disclosed');
  expect(all).toContain('match all limitations of a claim, with the marks');
  expect(all).toContain('1 D1 US-99030011-B2 with D2 US-20160990033-A1 1c 0.52');
  expect(all).toContain('1 D1 US-99030011-B2 1c 0.42');
  expect(all).toMatch(/Y→X .* Y→A /);
  const tether = { ...grade, ucid: 'US-20160990033-A1', grade: 'not found' as const };
  const { texts } = await read(exampleReport, { marks: [tether], added: [] });
  expect(texts[0]).toContain(
    'For every claim in the chart there are references that together match',
  );
  expect(texts[0]).toContain('With the marks: Matched only weakly or in part: 1c');
  expect(texts[0]).toContain(
    'With the marks: No set of references matches all limitations of claim 1.',
  );
  expect(texts.join(' ')).toContain('with the marks None.');
  const unchanged = await marked('partly');
  expect(unchanged.all).not.toContain('→A');
  expect(unchanged.all).not.toContain('With the marks:');
});

test('a prior-art report has passages instead of a chart', async () => {
  const { pdf, all } = await read({ ...exampleReport, kind: 'prior-art', chart: [] });
  const bookmarks = await pdf.getOutline();
  expect(bookmarks.map(({ title }) => title)).toContain('Nearest passages');
  expect(all).toContain('Prior-art report for US-99030012-B2');
  expect(all).not.toContain('Claim chart');
});

test('the chart of 100 claims repeats its header on every page and leaves no page out', async () => {
  const { pdf, texts } = await read(bigReport(100));
  const bookmarks = await pdf.getOutline();
  const charts = ['Claim chart', 'Annex: other independent claims', 'Annex: dependent claims'].map(
    (name) => bookmarks.find(({ title }) => title === name)!.items.length,
  );
  expect(charts).toEqual([1, 4, 95]);
  // The first page has the heat map, whatever the number of elements; twenty pages at most come before the annexes.
  expect(texts[0]).toMatch(/D1 .* D18 1a .* The first \d+ of \d+ elements\. The overview/);
  expect(texts.findIndex((text) => text.includes('Annex: '))).toBeLessThanOrEqual(20);
  for (const [index, text] of texts.slice(1).entries())
    expect(text).toContain(`Page ${index + 2} of ${texts.length}`);
  const first = texts.findIndex((text) => text.includes('Claim 2 (depends on claim 1)'));
  const last = texts.findIndex((text) => text.includes('Claim 100 (depends on claim 81)'));
  for (const text of texts.slice(first, last))
    expect(text).toContain('Claim element Where the references have it, word for word');
});
