import type { Catalog, Outcome } from './format.ts';
import { headText, jsonLines, objectsOf, textOf } from './json-lines.ts';

/** The metadata file of the arXiv dataset: one JSON object per line. */
export const arxiv: Catalog = {
  columns: ['id', 'title', 'text', 'authors', 'update_date', 'categories', 'doi'],
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
  const updated = textOf(paper.update_date) || lastVersionDate(paper.versions);
  const authors = textOf(paper.authors);
  return {
    row: [id, title, abstract, authors, updated, textOf(paper.categories), textOf(paper.doi)],
  };
}

/** Date of the last version: `Mon, 2 Apr 2007 19:18:42 GMT` becomes `2007-04-02`. */
function lastVersionDate(versions: unknown): string {
  const time = Date.parse(textOf(objectsOf(versions).at(-1)?.created));
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}
