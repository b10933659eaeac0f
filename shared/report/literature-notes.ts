import type { Paper } from './report.ts';

/** Stands before the literature of a report. */
export const literatureNote =
  'Literature that was published before the effective date and is near to the patent’s subject. It is not compared with the claims, and counts in no set of references.';

/** `Anna Plum: On wet glass. arXiv 3101.00001`. */
export const paperName = ({ authors, title, catalog, id }: Paper): string =>
  `${authors ? `${authors}: ` : ''}${title}. ${catalog === 'arxiv' ? 'arXiv' : 'Encyclopedia'} ${id}`;
