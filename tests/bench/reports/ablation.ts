import { planQueries } from '#functions/reports/plan-queries.ts';
import { searchArt } from '#functions/reports/search-art.ts';
import type { Collection } from './collection.ts';
import { meanOf, type Quality, qualityOf } from './measures.ts';
import { publicationYear } from './publication-year.ts';

/** The steps of the search for a report. Each line adds one. */
const steps = [
  { name: 'the abstract as one query', dates: false, elements: 0, classes: 0 },
  { name: '+ art before the date only', dates: true, elements: 0, classes: 0 },
  { name: '+ elements', dates: true, elements: 1, classes: 0 },
  { name: '+ classes: the report', dates: true, elements: 1, classes: undefined },
] as const;

/** Quality of the search for a report on a collection, step by step. Queries are abstracts, so the elements are those of
 * the abstract; and a query's date is the end of the year in which its patent was published.
 */
export async function ablate({ index, queries, relevant }: Collection) {
  const rows: { name: string; quality: Quality }[] = [];
  for (const { name, dates, elements, classes } of steps) {
    const all: Quality[] = [];
    for (const { id, text } of queries) {
      const planned = planQueries({ title: '', abstract: text, claims: [] }, []);
      const year = dates ? publicationYear(id) : undefined;
      const { ucids } = await searchArt(
        index,
        elements ? planned : planned.slice(0, 1),
        [],
        year ? `${year + 1}-01-01` : undefined,
        classes,
      );
      all.push(qualityOf(ucids, relevant.get(id) ?? new Set()));
    }
    rows.push({ name, quality: meanOf(all) });
  }
  return rows;
}
