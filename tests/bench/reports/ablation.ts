import type { PlannedQuery } from '#functions/reports/plan-queries.ts';
import { searchArt } from '#functions/reports/search-art.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { type Collection, toDocument } from './collection.ts';
import { meanOf, type Quality, qualityOf } from './measures.ts';
import { publicationYear } from './publication-year.ts';
import { readRanking } from './read-ranking.ts';

type Source = PlannedQuery['source'];

/** The steps of the search for a report. Each line adds one. */
const steps: readonly { name: string; sources: Source[]; dates?: true; reads?: true }[] = [
  { name: 'title and abstract as one query', sources: ['abstract', 'title'] },
  { name: '+ art before the date only', sources: ['abstract', 'title'], dates: true },
  { name: '+ the subject', sources: ['abstract', 'title', 'subject'], dates: true },
  {
    name: '+ sentences or elements',
    sources: ['abstract', 'title', 'subject', 'claim', 'element', 'passage'],
    dates: true,
  },
  {
    name: '+ second reading: the report',
    sources: ['abstract', 'title', 'subject', 'claim', 'element', 'passage'],
    dates: true,
    reads: true,
  },
];

/** A patent to search art for, with what is relevant for it. */
export interface Subject {
  patent: PatentDocument;
  relevant: ReadonlySet<string>;
  /** Year of its publication; its date is the end of that year. */
  year?: number | undefined;
}

/** The queries of a collection: abstracts, in one collection after their title. */
export const subjectsOf = ({ queries, relevant }: Collection): Subject[] =>
  queries.map(({ id, text }) => ({
    patent: toDocument(id, '', text),
    relevant: relevant.get(id) ?? new Set(),
    year: publicationYear(id),
  }));

/**
 * Documents that the queries cite, with claims and classes, as subjects; what is cited together with them is relevant.
 * Dates are not considered.
 */
export const citedSubjects = ({ documents, relevant }: Collection): Subject[] =>
  [...documents.values()]
    .filter(({ claims }) => claims.length > 0)
    .map((patent) => ({ patent, relevant: citedTogether(patent.ucid, relevant) }))
    .filter((subject) => subject.relevant.size > 0);

/** Documents that are cited together with a document. */
function citedTogether(ucid: string, relevant: Collection['relevant']): Set<string> {
  const beside = [...relevant.values()]
    .filter((cited) => cited.has(ucid))
    .flatMap((all) => [...all]);
  return new Set(beside.filter((other) => other !== ucid));
}

/** Quality of the search for a report, step by step; with `half`, of every second subject only. */
export async function ablate(
  { index, documents }: Collection,
  subjects: readonly Subject[],
  planOf: (patent: PatentDocument) => PlannedQuery[],
) {
  const rows: { name: string; quality: Quality; halves: [Quality, Quality] }[] = [];
  for (const { name, sources, dates, reads } of steps) {
    const all: Quality[] = [];
    for (const { patent, relevant, year } of subjects) {
      const planned = planOf(patent).filter(({ source }) => sources.includes(source));
      const before = dates && year ? `${year + 1}-01-01` : undefined;
      const found = await searchArt(
        index,
        planned,
        reads ? patent : { ucid: '', cpc: [], assignees: [] },
        before,
      );
      const ranked = reads
        ? await readRanking(patent, found, documents, index)
        : [...found.scores.keys()].filter((ucid) => ucid !== patent.ucid);
      all.push(qualityOf(ranked, relevant));
    }
    const half = (odd: number) => meanOf(all.filter((_, at) => at % 2 === odd));
    rows.push({ name, quality: meanOf(all), halves: [half(0), half(1)] });
  }
  return rows;
}
