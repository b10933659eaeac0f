import { getIndex } from '#functions/indexes/index.ts';
import { findPassages, readDocument, wantedOf } from '#functions/patents/index.ts';
import { queryPublishedIndex, wholeIndex } from '#functions/search/index.ts';
import { catalogs } from '#shared/catalogs.ts';
import {
  type Literature,
  type LiteratureCatalog,
  literatureDateColumn,
  literatureOf,
} from '#shared/literature.ts';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { placeLiterature } from '#shared/report/place-literature.ts';
import type { Report } from '#shared/report/report.ts';
import { hashText } from './hash-text.ts';
import { countTerms, type FieldWords, nearnessTo, subjectOf } from './nearness.ts';
import { nearestTo } from './plan-queries.ts';
import { columnsOf } from './read-paper.ts';
import { reportRules } from './report-rules.ts';

type Record = Report['record'];
type Paper = NonNullable<Report['literature']>[number];

export interface FoundLiterature {
  literature: Paper[];
  queries: Omit<Record['queries'][number], 'id'>[];
  corpora: Record['corpora'];
}

const literatureCatalogs = ['arxiv', 'wikipedia'] as const satisfies LiteratureCatalog[];

/**
 * Searches the catalogues of literature that this installation has, by title and abstract of a patent: rows that were published before
 * its effective date, the nearest first. A catalogue without dates is not searched, because nothing of it could be art.
 * @param before the effective date; undefined: nothing can be placed before it
 * @param words that the report states
 */
export async function findLiterature(
  patent: PatentDocument,
  before: string | undefined,
  words: FieldWords,
): Promise<FoundLiterature> {
  const found: FoundLiterature = { literature: [], queries: [], corpora: [] };
  if (!before) return found;
  for (const catalog of literatureCatalogs) {
    const served = await getIndex(catalog);
    const fields = columnsOf(served);
    const column = literatureDateColumn(catalog, fields);
    if (!served?.manifest_key || !column) continue;
    const text = nearestTo(patent).slice(0, reportRules.queryLength);
    const filter = { column, operator: '<' as const, value: before };
    const { totalFound, hits } = await queryPublishedIndex(wholeIndex(catalog), (index) =>
      index.search({ text, limit: reportRules.literatureDepth, filters: [filter], fields }),
    );
    found.queries.push({
      source: 'literature',
      label: catalog,
      text,
      filters: [`${column} < ${before}`],
      found: totalFound,
      taken: hits.length,
    });
    const version = served.manifest_key.split('/').at(-2)!;
    found.corpora.push({ name: catalogs[catalog].name, version, rows: served.rows });
    const papers = hits.map(({ row }) => literatureOf(catalog, row));
    found.literature.push(...papers.flatMap((paper) => comparePaper(patent, paper, words) ?? []));
  }
  found.literature.sort((a, b) => b.nearness - a.nearness || (a.id < b.id ? -1 : 1));
  found.literature.splice(reportRules.literature);
  return found;
}

/** A paper as the report has it; undefined if it is too far from the patent's subject, or no art by its dates. */
export function comparePaper(
  patent: PatentDocument,
  paper: Literature,
  words: FieldWords,
): Paper | undefined {
  const placement = placeLiterature(patent, paper);
  const subject = subjectOf(patent, words);
  const document = asDocument(paper);
  const nearness = Math.round(nearnessTo(subject, countTerms(document)) * 10_000) / 10_000;
  if (!placement || nearness < reportRules.literatureFrom) return undefined;
  const wanted = wantedOf(nearestTo(patent), '', subject.rarityOf);
  const passages = findPassages(readDocument(document), wanted, reportRules.referencePassages);
  const { catalog, id, title, authors, link, published, textDate } = paper;
  return {
    catalog,
    id,
    title,
    authors,
    link,
    ...(published && { published }),
    ...(textDate && { text_date: textDate }),
    ...placement,
    nearness,
    passages: passages.map(({ passage: { text, start, end } }) => ({
      quote: text,
      start,
      end,
      hash: hashText(text),
    })),
    hash: hashText(paper.text),
  };
}

/** The text of a paper as one that can be compared. */
const asDocument = ({ title, text }: Literature): PatentDocument => ({
  ...emptyLists,
  ucid: '',
  title,
  abstract: text,
});
