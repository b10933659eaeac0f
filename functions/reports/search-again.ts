import {
  nearnessTo,
  openPatents,
  patentsIndex,
  readDocument,
  subjectOf,
} from '#functions/patents/index.ts';
import { queryPublishedIndex } from '#functions/search/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { FoundAgain } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { corpusWords, raritiesOf } from './corpus-words.ts';
import { findReferences } from './find-references.ts';
import { nearestTo, type PlannedQuery, planQueries } from './plan-queries.ts';
import { readInBatches } from './read-in-batches.ts';
import { reportRules } from './report-rules.ts';
import { searchArt } from './search-art.ts';

/** What a person wants more and less of: documents, with the words that tell their subjects. */
export interface Wished {
  like: readonly string[];
  unlike: readonly string[];
}

/**
 * Searches once more for art for the patent of a report, with what a person said of references: those that they like are searched for as
 * the patent is, and what is found comes first if it is near to them, and last if it is near to those that they do not like. What the
 * report has already is left out.
 * @param known documents that need not be found again
 */
export async function searchAgain(
  report: Report,
  { like, unlike }: Wished,
  known: readonly string[],
): Promise<FoundAgain> {
  const findPatent = await openPatents();
  const [patent, ...marked] = await Promise.all(
    [report.subject.ucid, ...like, ...unlike].map(findPatent),
  );
  if (!patent) return { queries: [], compared: 0, references: [] };
  const documentsOf = (ucids: readonly string[]) =>
    marked.filter((one) => one !== undefined).filter(({ ucid }) => ucids.includes(ucid));
  const liked = documentsOf(like);
  const own = planQueries(patent, []).filter(({ source }) => wholeSubject.includes(source));
  const planned: PlannedQuery[] = [
    ...own,
    ...liked.map((document) => ({
      source: 'liked' as const,
      label: document.ucid,
      text: nearestTo(document).slice(0, reportRules.queryLength),
      weight: reportRules.likedWeight / liked.length,
    })),
  ];
  const { found, subjects } = await queryPublishedIndex(patentsIndex, async (index) => ({
    found: await searchArt(index, planned, patent, report.subject.effective_date),
    subjects: await Promise.all(
      [patent, ...liked, ...documentsOf(unlike)].map(async (document) => {
        const words = await corpusWords(index, document, []);
        const { known: rarityOf } = raritiesOf({ words, index: report.record.index });
        return { ucid: document.ucid, subject: subjectOf(document, rarityOf) };
      }),
    ),
  }));
  const candidates = [...found.scores.keys()]
    .filter((ucid) => ucid !== patent.ucid && !known.includes(ucid))
    .slice(0, reportRules.documentsReadAgain);
  const ranked: { ucid: string; score: number }[] = [];
  let compared = 0;
  for await (const document of readInBatches(candidates, findPatent)) {
    if (!document) continue;
    compared += 1;
    const near = nearnessesTo(subjects, document);
    const score = wishedScore({
      place: found.scores.get(document.ucid) ?? 0,
      own: near.get(patent.ucid)!,
      like: liked.map(({ ucid }) => near.get(ucid)!),
      unlike: documentsOf(unlike).map(({ ucid }) => near.get(ucid)!),
    });
    if (score > 0) ranked.push({ ucid: document.ucid, score });
  }
  const order = ranked.toSorted((a, b) => b.score - a.score);
  const scores = new Map(order.map(({ ucid, score }) => [ucid, score]));
  const { references } = await findReferences(
    patent,
    [...scores.keys()],
    reportRules.foundAgain,
    findPatent,
  );
  return {
    queries: found.queries.map((query, at) => ({ id: `q${at + 1}`, ...query })),
    compared,
    references: references.map(({ document, placement: { tier, tier_reason } }) => ({
      ucid: document.ucid,
      title: document.title,
      assignees: document.assignees,
      publication_date: document.publication_date,
      tier,
      tier_reason,
      score: Math.min(1, Math.round(scores.get(document.ucid)! * 10_000) / 10_000),
    })),
  };
}

const wholeSubject: readonly string[] = ['abstract', 'title', 'subject', 'field'];

type Subjects = { ucid: string; subject: ReturnType<typeof subjectOf> }[];

function nearnessesTo(subjects: Subjects, document: PatentDocument): Map<string, number> {
  const read = readDocument(document);
  return new Map(subjects.map(({ ucid, subject }) => [ucid, nearnessTo(subject, read)]));
}

/**
 * How well a document fits what is wished: its place in the searches and its nearness to the patent, and more if it is near to
 * what is liked than if it is near to what is not, as Rocchio's formula moves a query. Without a wish, only the first two count. 0 or less for one that is nearer
 * to what is not wished.
 */
export function wishedScore({
  place,
  own,
  like,
  unlike,
}: {
  place: number;
  own: number;
  like: readonly number[];
  unlike: readonly number[];
}): number {
  const { likedNearness, unlikedNearness } = reportRules;
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const sum = place + own + likedNearness * mean(like) - unlikedNearness * mean(unlike);
  return sum / (2 + likedNearness);
}
