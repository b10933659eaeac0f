import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { memorySource, type SearchIndex } from '#engine';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { publicationYear } from './publication-year.ts';

/** A collection with an index of its corpus, which has the columns of the catalogue. */
export interface Collection {
  index: SearchIndex;
  queries: { id: string; text: string }[];
  /** Relevant documents by query. */
  relevant: Map<string, Set<string>>;
  documents: Map<string, PatentDocument>;
}

type Row = Record<string, string>;

async function readRows(folder: string, name: string): Promise<Row[]> {
  const csv = await readFile(join(folder, name), 'utf8');
  return Papa.parse<Row>(csv, { header: true, skipEmptyLines: true }).data;
}

/**
 * Reads `corpus.csv` (id, title, text; optionally claims, date, cpc), `queries.csv` (id, text) and
 * `qrels.csv` (query_id, doc_id, relevance). Patents without a date get the year of their number.
 */
export async function readCollection(folder: string, seed: number): Promise<Collection> {
  const corpus = (await readRows(folder, 'corpus.csv')).map(
    ({ id, title, text, claims, date, cpc }) => {
      const year = date?.slice(0, 4) || publicationYear(id!);
      const day = year ? `${year}-01-01` : '';
      return { ucid: id, title, text, claims, priority_date: day, publication_date: day, cpc };
    },
  );
  const csv = new TextEncoder().encode(Papa.unparse(corpus));
  const { index } = await buildInMemory(memorySource(csv), seed);
  const relevant: Collection['relevant'] = new Map();
  for (const { query_id, doc_id, relevance } of await readRows(folder, 'qrels.csv')) {
    if (Number(relevance) <= 0) continue;
    relevant.set(query_id!, (relevant.get(query_id!) ?? new Set()).add(doc_id!));
  }
  const queries = await readRows(folder, 'queries.csv');
  const documents = corpus.map((row) =>
    toDocument(row.ucid!, row.title ?? '', row.text ?? '', {
      claims: row.claims ? [{ number: 1, text: firstClaim(row.claims), dependsOn: [] }] : [],
      cpc: row.cpc ? row.cpc.split(/\s*;\s*/) : [],
    }),
  );
  return {
    index,
    relevant,
    queries: queries.map(({ id, text }) => ({ id: id!, text: text! })),
    documents: new Map(documents.map((document) => [document.ucid, document])),
  };
}

/** A patent of which only these parts are known. */
export const toDocument = (
  ucid: string,
  title: string,
  abstract: string,
  rest: Partial<PatentDocument> = {},
): PatentDocument => ({
  ...emptyLists,
  ucid,
  title,
  abstract,
  ...rest,
});

/** The first claim, which is one sentence. Words like "What is claimed is: 1." may precede it. */
const firstClaim = (claims: string) =>
  /^(?:[^.]*?\bclaim(?:ed)?\b[^.]*?:)?\s*(?:1\s*[.)]\s*)?(.*?\.)(?=\s+(?:\d+\s*[.)]|[A-Z])|\s*$)/s.exec(
    claims,
  )?.[1] ?? claims;
