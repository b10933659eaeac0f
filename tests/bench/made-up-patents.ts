/** Made-up patents with the columns that pages and programs count and filter by. */
import type { FacetRequest } from '#engine';
import { SEED } from './search/corpus/csv-file.ts';
import { TextSource } from './search/corpus/documents.ts';

const WORDS_OF_A_TEXT = 30;
const OFFICES = ['US', 'US', 'US', 'EP', 'WO', 'JP', 'CN'];
const KINDS = ['A1', 'A1', 'B1', 'B2', 'B2', 'A'];

/** A number below `below` that is small more often than large, as frequent owners and classes are. */
const skewed = (row: number, salt: number, below: number) => {
  const u = ((Math.imul(row + 1, 2_654_435_761) ^ Math.imul(salt + 7, 40_503)) >>> 0) / 2 ** 32;
  return Math.floor(below * u * u);
};

/** A symbol of one of some 20,000 main groups and subgroups. */
function symbol(number: number): string {
  const section = 'ABCDEFGH'[number % 8]!;
  const group = String(1 + (number % 99)).padStart(2, '0');
  const subclass = 'BCDKLN'[number % 6]!;
  return `${section}${group}${subclass}${1 + (number % 61)}/${String(number % 90).padStart(2, '0')}`;
}

/** The columns of the patents catalogue that the page counts by: every number is different, classes are lists. */
export function csvOf(rows: number): string {
  const texts = new TextSource(SEED, WORDS_OF_A_TEXT);
  const lines = ['ucid,title,text,assignee,publication_date,cpc,kind_code'];
  for (let row = 0; row < rows; row++) {
    const { title, text } = texts.document(row);
    const classes = Array.from({ length: 1 + (row % 6) }, (_, i) => symbol(skewed(row, i, 20_000)));
    const kind = KINDS[row % KINDS.length]!;
    const date = `${1976 + skewed(row, 90, 45)}${String(1 + (row % 12)).padStart(2, '0')}15`;
    const owner = `Owner ${skewed(row, 91, 15_000)} Ltd`;
    lines.push(
      [
        `${OFFICES[row % OFFICES.length]}-${9_000_000 + row}-${kind}`,
        title,
        text,
        owner,
        date,
        classes.join('; '),
        kind,
      ].join(','),
    );
  }
  return lines.join('\n');
}

/** What the search page counts. */
export const facets: Record<string, FacetRequest> = {
  owner: { column: 'assignee', top: 8 },
  class: { column: 'cpc', top: 8, prefix: 4 },
  office: { column: 'ucid', top: 8, prefix: 2 },
  kind: { column: 'kind_code', top: 8 },
  years: { column: 'publication_date', interval: 'year' },
};
