import { columnLabel } from '#shared/column-label.ts';
import { isLiterature, type LiteratureCatalog, literatureOf } from '#shared/literature.ts';
import type { Hit } from '#web/lib/describe-hit.ts';
import { formatIfDay } from '#web/lib/format.ts';

/** What people call the columns of literature, in the order in which they are asked for. */
const columnNames: Record<LiteratureCatalog, Readonly<Record<string, string>>> = {
  arxiv: {
    authors: 'authors',
    published_date: 'first submitted',
    version_date: 'this version',
    update_date: 'record updated',
    doi: 'DOI',
    categories: 'categories',
  },
  wikipedia: { revision_date: 'this revision' },
};

interface RowFact {
  name: string;
  value: string;
  href?: string | undefined;
}

const doi = /^10\.\d{4,9}\/\S+$/;

/** The facts of a row: its details, then its source. Of literature with names for people, authors and dates first. */
export function factsOf(indexId: string, { details, link, id = '' }: Hit): RowFact[] {
  const source = (address: string) => ({ name: 'source', value: address, href: address });
  if (!isLiterature(indexId)) {
    const facts = details.map(({ name, value }) => ({
      name: columnLabel(name),
      value: formatIfDay(value),
    }));
    return link === undefined ? facts : [...facts, source(link)];
  }
  const facts = Object.entries(columnNames[indexId]).flatMap(([column, name]): RowFact[] => {
    const value = details.find((detail) => detail.name === column)?.value;
    if (value === undefined) return [];
    const href = doi.test(value) ? `https://doi.org/${encodeURI(value)}` : undefined;
    return [{ name, value: formatIfDay(value), href }];
  });
  const address = link ?? literatureOf(indexId, { id }).link;
  return address === '' ? facts : [...facts, source(address)];
}
