/** Word, Excel, CSV and citation files of reports, read by other libraries than the ones that write them. */
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import papa from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { toCitations } from '#functions/reports/report-files/to-citations.ts';
import { toCsv } from '#functions/reports/report-files/to-csv.ts';
import { toDocx } from '#functions/reports/report-files/to-docx.ts';
import { toXlsx } from '#functions/reports/report-files/to-xlsx.ts';
import type { Report } from '#shared/report/report.ts';
import { exampleMarks } from '#tests/support/example-marks.ts';
import { exampleReport, judgedReport } from '#tests/support/example-report.ts';

const formula = '=HYPERLINK("http://example.com","x")';
const withFormula: Report = {
  ...exampleReport,
  art: exampleReport.art.map((one) => ({ ...one, title: formula })),
};
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test.each([
  ['DOCX', toDocx],
  ['XLSX', toXlsx],
  ['CSV', toCsv],
  ['citations', toCitations],
])('the same report gives the same bytes: %s', async (_, write) => {
  const first = await write(exampleReport, exampleMarks);
  expect(await write(structuredClone(exampleReport), exampleMarks)).toEqual(first);
});

test('the Word file has the gaps, the chart word for word, and the marks with their names', async () => {
  const buffer = Buffer.from(await toDocx(exampleReport, exampleMarks));
  const { value: html } = await mammoth.convertToHtml({ buffer });
  expect(html).toContain('What this report lacks');
  const order = ['References', 'Overview', 'Claim chart'].map((name) =>
    html.indexOf(`>${name}</h1>`),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(html).toContain('<strong>[1b]  </strong>a receptacle having inclined guide surfaces');
  expect(html).toContain('“send half a milliampere through each pair of cups” [0009]');
  expect(html).toContain('Marked by Ada Lovelace on Nov 23, 2026: disclosed');
  expect(html).toContain('Added by Grace Hopper.');
  expect(html).toContain('Ada Plum: On landing multicopters. arXiv 1201.00001');
  expect(html).toContain('D1 is among the citations of D2.');
  expect(html).toContain('” D2, [0005]');
  expect(html).toMatch(/<thead><tr><th>/);
});

test('what a model judged stands in the Word and Excel files with its name, and what one would add without', async () => {
  const judged = Buffer.from(await toDocx(judgedReport));
  const { value: html } = await mammoth.convertToHtml({ buffer: judged });
  expect(html).toContain('Judged by small-model on Nov 23, 2026: partly disclosed');
  expect(html).toContain('Without support: polarity.');
  expect(html).toContain(
    'Not judged, because what a report may use of models was used up: 1 cell, 1c in D2.',
  );
  const [about, , chart] = await readXlsxFile(Buffer.from(await toXlsx(judgedReport)));
  expect(about!.data.flat().join()).toContain(
    'small-model judged 1 cell of the likely references.',
  );
  const row = chart!.data.find((one) => one.includes('small-model'));
  expect(row).toEqual(expect.arrayContaining(['partly disclosed', 'polarity', '2026-11-23']));
  const plain = await mammoth.convertToHtml({ buffer: Buffer.from(await toDocx(exampleReport)) });
  expect(plain.value).toContain('No model judged this report. One would add columns to the chart');
});

test('the Excel file has a row for each element and reference, and no formula', async () => {
  const buffer = Buffer.from(await toXlsx(withFormula, exampleMarks));
  const sheets = await readXlsxFile(buffer);
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'About',
    'Overview',
    'Claim chart',
    'References',
    'Literature',
  ]);
  const [, overview, chart, references] = sheets;
  expect(overview!.data[0]?.slice(2, 4)).toEqual(['Text', 'D1 US-99030011-B2']);
  expect(overview!.data.find((row) => row[1] === '1c')?.slice(3, 5)).toEqual([
    'disclosed',
    'strong',
  ]);
  const [header, ...rows] = chart!.data;
  expect(header?.slice(0, 4)).toEqual(['Claim', 'Element', 'Text', 'Reference']);
  expect(header?.at(-1)).toBe('Your notes');
  const files = unzipSync(new Uint8Array(buffer));
  const sheet = strFromU8(files['xl/worksheets/sheet3.xml']!);
  expect(sheet).toContain(`<autoFilter ref="A1:Q${rows.length + 1}"/>`);
  expect(sheet).toMatch(/<pageSetup [^>]*orientation="landscape" fitToHeight="0"\/>/);
  expect(strFromU8(files['xl/workbook.xml']!)).toContain('localSheetId="2">\'Claim chart\'!$1:$1<');
  expect(rows).toHaveLength(exampleReport.chart.length + 1);
  const marked = rows.find((row) => row.includes('Ada Lovelace'));
  expect(marked).toEqual(expect.arrayContaining(['1c', 'weak', 0.42, 'disclosed']));
  // A formula without a stored result would read as an empty cell.
  expect(references!.data.flat().filter((value) => value === formula)).toHaveLength(3);
});

test('the CSV has the same rows, and spreadsheets take nothing in it for a formula', async () => {
  const csv = textOf(await toCsv(withFormula, exampleMarks));
  const { data, errors } = papa.parse<string[]>(csv, { skipEmptyLines: true });
  expect(errors).toEqual([]);
  expect(data).toHaveLength(exampleReport.chart.length + 2);
  expect(data.flat().filter((value) => /^[=+@-]/.test(value))).toEqual([]);
  expect(data.flat()).toContain(`'${formula}`);
});

test('a prior-art report gives a table of its references', async () => {
  const csv = textOf(await toCsv({ ...exampleReport, kind: 'prior-art', chart: [] }));
  const { data } = papa.parse<string[]>(csv, { skipEmptyLines: true });
  expect(data[0]).toContain('Place in time');
  expect(data.slice(1).map(([name]) => name)).toEqual(['D1', 'D2', 'D3']);
});

test('citations have the categories that follow from the marks', async () => {
  const lines = textOf(await toCitations(exampleReport, exampleMarks)).split('\r\n');
  expect(lines.map((line) => line.slice(0, 13))).toEqual([
    'X\tUS 99030011',
    'A\tUS 2016/099',
    'A\tUS 99050011',
    'A\tUS 99080001',
    '',
  ]);
});

test('citations identify documents by WIPO ST.14, with the places and the claims', async () => {
  expect(textOf(await toCitations(exampleReport)).split('\r\n')).toEqual([
    'Y\tUS 99030011 B2 (ALDEBARAN ROTORS SAS) 2013-07-30, paragraphs [0006], [0009]; claim 1\trelevant to claims 1',
    'Y\tUS 2016/0990033 A1 (SKERRY MARINE SYSTEMS OY) 2016-08-04, paragraph [0005]\trelevant to claims 1',
    'A\tUS 99050011 B2 date unknown\t',
    '',
  ]);
});
