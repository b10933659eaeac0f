import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { toUcid } from '#shared/ucid.ts';
import { toBibtex } from './bibtex.ts';
import type { CitationFormat } from './citation-formats.ts';
import { describeHit } from './describe-hit.ts';
import { type Reference, toRis } from './ris.ts';
import { saveFile } from './save-file.ts';
import { toSt14 } from './st14.ts';

const files = {
  ris: { write: toRis, ending: 'ris', type: 'application/x-research-info-systems' },
  bibtex: { write: toBibtex, ending: 'bib', type: 'application/x-bibtex' },
  st14: { write: toSt14, ending: 'txt', type: 'text/plain;charset=utf-8' },
} as const;

/** Hands references to the browser as a file. @param name of the file, without its ending */
export function saveReferences(
  format: CitationFormat,
  name: string,
  references: readonly Reference[],
): void {
  const { write, ending, type } = files[format];
  saveFile(`${name}.${ending}`, write(references), type);
}

const listed = (cell: string) => cell.split(/\s*[;|]\s*/).filter((item) => item !== '');

/** Columns of authors, owners, dates and classes by their usual names. */
const columnsOf = {
  authors: ['inventors', 'inventor', 'authors', 'author'],
  owners: ['assignee', 'assignees', 'owner', 'publisher'],
  date: ['publication_date', 'published_date', 'update_date', 'revision_date', 'date'],
  keywords: ['cpc', 'categories', 'keywords'],
};

interface Named {
  /** Which columns are title, link and id of a row. */
  uses: ColumnUses | undefined;
  /** Address of the page of a row with this id. */
  addressOf: (id: string) => string;
}

/** A row as a reference. */
export function referenceOf(row: FoundItem, { uses, addressOf }: Named): Reference {
  const { id, title, link = '' } = describeHit(row, uses);
  const cell = (names: readonly string[]) =>
    names.map((name) => String(row[name] ?? '').trim()).find((value) => value !== '') ?? '';
  const date = cell(columnsOf.date).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return {
    kind: id !== undefined && toUcid(id) !== undefined ? 'patent' : 'other',
    title,
    authors: listed(cell(columnsOf.authors)),
    owners: listed(cell(columnsOf.owners)),
    number: id ?? '',
    date: /^\d{4}(-\d{2}){0,2}$/.test(date) ? date : undefined,
    keywords: listed(cell(columnsOf.keywords)),
    address: id === undefined ? link : addressOf(id),
  };
}
