import type { Catalog, Outcome } from './format.ts';
import { headText, jsonLines, objectsOf, textOf } from './json-lines.ts';

/** The metadata file of the arXiv dataset: one JSON object per line. */
export const arxiv: Catalog = {
  columns: [
    'id',
    'title',
    'text',
    'authors',
    'update_date',
    'categories',
    'doi',
    'published_date',
    'version_date',
    'link',
  ],
  inputs: 'arXiv metadata (arxiv-metadata-oai-snapshot.json), plain, .gz or .zip',
  formatOf: (head) => (headText(head).startsWith('{') ? jsonLines(readPaper) : undefined),
};

function readPaper(paper: Record<string, unknown>): Outcome {
  const id = textOf(paper.id);
  const title = textOf(paper.title);
  const abstract = textOf(paper.abstract);
  if (!id) return { reason: 'The paper has no id.' };
  if (!title) return { reason: `The paper ${id} has no title.` };
  if (!abstract) return { reason: `The paper ${id} has no abstract.` };
  const versions = objectsOf(paper.versions);
  // The abstract is that of the last version.
  const last = dateOf(versions.at(-1));
  return {
    row: [
      id,
      title,
      abstract,
      withoutTexAccents(textOf(paper.authors)),
      textOf(paper.update_date) || last,
      textOf(paper.categories).split(/\s+/).join('; '),
      textOf(paper.doi),
      dateOf(versions[0]),
      last,
      `https://arxiv.org/abs/${id}`,
    ],
  };
}

/** Combining accents by the TeX commands that write them. */
const accents: Record<string, string> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  u: '\u0306',
  v: '\u030c',
  H: '\u030b',
  c: '\u0327',
  k: '\u0328',
  r: '\u030a',
};

const letters: Record<string, string> = {
  ss: 'ß',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  i: 'i',
  j: 'j',
};

/** Names as people write them: `Bal\\'azs` becomes `Balázs`, `{\\O}` becomes `Ø`. */
const withoutTexAccents = (names: string): string =>
  names
    .replace(
      /\\(?:(['`^"~=.])|([uvHckr])(?=[\s{]))\s*(?:\{\s*\\?(\p{L})\s*\}|\\?(\p{L}))/gu,
      (_, sign, command, braced, bare) => `${braced ?? bare}${accents[sign ?? command]}`,
    )
    .replace(/\\(ss|ae|AE|oe|OE|aa|AA|[oOlLij])(?![A-Za-z])\s?/g, (_, name) => letters[name]!)
    .replace(/[{}]/g, '')
    .normalize('NFC');

/** Day on which a version was submitted: `Mon, 2 Apr 2007 19:18:42 GMT` becomes `2007-04-02`. */
function dateOf(version: Record<string, unknown> | undefined): string {
  const time = Date.parse(textOf(version?.created));
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
