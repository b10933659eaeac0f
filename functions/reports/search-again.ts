import { openPatents, patentsIndex } from '#functions/patents/index.ts';
import { queryPublishedIndex, wholeIndex } from '#functions/search/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { FoundAgain } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { findReferences } from './find-references.ts';
import { countTerms, fieldWords, nearnessTo, subjectOf, type TermCounts } from './nearness.ts';
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
  const whole = planQueries(patent, []).filter(({ source }) => wholeSubject.includes(source));
  const planned: PlannedQuery[] = [
    ...whole,
    ...liked.map((document) => ({
      source: 'liked' as const,
      label: document.ucid,
      text: nearestTo(document).slice(0, reportRules.queryLength),
      weight: reportRules.likedWeight / liked.length,
    })),
  ];
  const found = await queryPublishedIndex(wholeIndex(patentsIndex), (index) =>
    searchArt(index, planned, patent, report.subject.effective_date),
  );
  const candidates = [...found.scores.keys()]
    .filter((ucid) => ucid !== patent.ucid && !known.includes(ucid))
    .slice(0, reportRules.documentsReadAgain);
  const compared = new Map<string, TermCounts>();
  for await (const document of readInBatches(candidates, findPatent)) {
    if (document) compared.set(document.ucid, countTerms(document));
  }
  const field = [...compared.values()];
  const nearTo = (documents: readonly PatentDocument[]) => {
    const subjects = documents.map((one) => subjectOf(one, fieldWords(one, [], field)));
    return (counts: TermCounts) => subjects.map((subject) => nearnessTo(subject, counts));
  };
  const [own, near, far] = [[patent], liked, documentsOf(unlike)].map(nearTo);
  const ranked = Array.from(compared, ([ucid, counts]) => ({
    ucid,
    score: wishedScore({
      place: found.scores.get(ucid) ?? 0,
      own: own!(counts)[0]!,
      like: near!(counts),
      unlike: far!(counts),
    }),
  })).filter(({ score }) => score > 0);
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
    compared: compared.size,
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
