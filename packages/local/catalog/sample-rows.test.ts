import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#local/build/steps.ts';
import { linksOf } from '#shared/patent-links.ts';
import { stemOfUcid } from '#shared/patent-versions.ts';
import { readSamplePatents } from './sample-patents.ts';

type Row = Record<string, string>;

async function read(id: string): Promise<Row[]> {
  const csv = await readFile(join(projectRoot, `packages/local/catalog/${id}.csv`), 'utf8');
  return Papa.parse<Row>(csv, { header: true, skipEmptyLines: true }).data;
}

const patents = await read('us_patents');
const articles = await read('wikipedia');
const preprints = await read('arxiv');
const inFull = await readSamplePatents(projectRoot);

describe.each([
  { name: 'patents', rows: patents, key: 'ucid', text: 'text', fewest: 300 - inFull.length },
  { name: 'articles', rows: articles, key: 'ID', text: 'article', fewest: 250 },
  { name: 'preprints', rows: preprints, key: 'id', text: 'text', fewest: 250 },
])('the sample $name', ({ rows, key, text, fewest }) => {
  it('are many, each with its own number and title', () => {
    expect(rows.length).toBeGreaterThanOrEqual(fewest);
    expect(new Set(rows.map((row) => row[key])).size).toBe(rows.length);
    expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
  });

  it('have texts of 60 to 120 words that share no sentence', () => {
    const words = (row: Row) => row[text]!.split(/\s+/).length;
    const odd = rows.filter((row) => words(row) < 60 || words(row) > 120);
    expect(odd.map(({ title }) => title)).toEqual([]);
    const sentences = rows.flatMap((row) => row[text]!.split(/(?<=[.;:?]) (?=[A-Z])/));
    expect(sentences.filter((one, i) => sentences.indexOf(one) !== i)).toEqual([]);
  });
});

// Invented rows, and articles whose page number we do not know, have numbers that nobody assigns.

it('patents that we invented have numbers that no office has given', () => {
  const taken = new Set(inFull.map(({ ucid }) => ucid));
  const invented = patents.filter(({ ucid }) => /^US-(99|20\d\d099)/.test(ucid!));
  expect(invented.length).toBeGreaterThan(50);
  for (const { ucid, kind_code, priority_date, publication_date, grant_date } of invented) {
    expect(ucid).toMatch(/^US-(99500\d{3}-B[12]|20\d\d0995\d{3}-A1)$/);
    expect(taken.has(ucid!)).toBe(false);
    expect(ucid!.endsWith(`-${kind_code}`)).toBe(true);
    expect(Date.parse(priority_date!)).toBeLessThan(Date.parse(publication_date!));
    expect(grant_date).toBe(kind_code!.startsWith('B') ? publication_date : '');
  }
});

it('patents without a document are cited as often as those with one cite them', () => {
  const { cited_by } = linksOf(inFull);
  const told = patents.map(({ ucid, cited_by: count }) => [ucid, count]);
  const counted = patents.map(({ ucid }) => [ucid, `${cited_by[stemOfUcid(ucid!)]?.length ?? 0}`]);
  expect(told).toEqual(counted);
  expect(counted.filter(([, count]) => count !== '0').length).toBeGreaterThan(2);
});

it('preprints that we invented have a number of a thirteenth month', () => {
  const months = preprints.map(({ id }) => Number(/^(?:[a-z-]+\/)?\d\d(\d\d)/.exec(id!)?.[1]));
  expect(months.filter((month) => !(month >= 1 && month <= 13))).toEqual([]);
  expect(months.filter((month) => month === 13).length).toBeGreaterThan(20);
});

it('articles lead to their page, by a number or, above 990 million, by the title alone', () => {
  const odd = articles.filter(({ ID, title, link }) => {
    const [site, name] = link!.split('/wiki/');
    const ours = Number(ID) > 990_000_000;
    return site !== 'https://en.wikipedia.org' || (ours && name !== title!.replaceAll(' ', '_'));
  });
  expect(odd).toEqual([]);
});
