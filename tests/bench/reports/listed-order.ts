import { compareWith } from '#functions/reports/chart-references.ts';
import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { followCitations } from '#functions/reports/follow-citations.ts';
import { findLikeWords, likesOf } from '#functions/reports/like-words.ts';
import { orderArt } from '#functions/reports/order-art.ts';
import { planQueries } from '#functions/reports/plan-queries.ts';
import { rankArt } from '#functions/reports/rank-art.ts';
import { reportRules } from '#functions/reports/report-rules.ts';
import { searchArt } from '#functions/reports/search-art.ts';
import { chartedElements } from '#shared/report/coverage.ts';
import type { Report } from '#shared/report/report.ts';
import type { Subject } from './ablation.ts';
import type { Collection } from './collection.ts';
import { knownWords } from './read-ranking.ts';

const noCitations = { citedBy: async () => [], toUcid: async () => undefined };

/** nDCG of a whole list, and the share of its first five that is relevant. */
function qualityOfList(list: readonly string[], relevant: ReadonlySet<string>): [number, number] {
  const gain = (position: number) => 1 / Math.log2(position + 2);
  const isRelevant = list.map((ucid) => relevant.has(ucid));
  const sum = (positions: number[]) => positions.reduce((total, at) => total + gain(at), 0);
  const found = isRelevant.flatMap((is, at) => (is ? [at] : []));
  return [sum(found) / sum([...found.keys()]), found.filter((at) => at < 5).length / 5];
}

/**
 * In which order a report lists the references that it has: its own, which goes by categories first, and the order of their
 * scores alone. Subjects of which no relevant document is listed are left out.
 */
export async function printListedOrder(
  { index, documents }: Collection,
  subjects: readonly Subject[],
): Promise<void> {
  const find = async (ucid: string) => documents.get(ucid);
  const counted = { report: [] as [number, number][], score: [] as [number, number][] };
  for (const { patent, relevant } of subjects) {
    const claims = chooseClaims('invalidation', patent);
    const cited = await followCitations({ ...patent, citations: [] }, noCitations, find);
    const found = await searchArt(index, planQueries(patent, claims), patent, undefined);
    const known = knownWords(index, documents.size);
    const { ranked, words } = await rankArt(patent, claims, found, cited, find, known);
    const first = ranked.slice(0, reportRules.invalidationReferences);
    if (!first.some(({ ucid }) => relevant.has(ucid))) continue;
    const references = first.map(({ ucid }) => documents.get(ucid)!);
    const likes = likesOf({ like_words: await findLikeWords(index, words, references) });
    const comparison = compareWith(patent, claims, words, references, likes);
    const chart = chartedElements(claims).flatMap((_, row) =>
      first.map(({ ucid }) => comparison.cells(ucid)[row]!),
    );
    const art = first.map(({ ucid, score }) => ({
      ucid,
      tier: 'published-before',
      conceptScore: score,
    })) as Report['art'];
    const ordered = orderArt({ claims, art, chart }).art;
    const add = (to: [number, number][], list: readonly { ucid: string }[]) =>
      to.push(
        qualityOfList(
          list.map(({ ucid }) => ucid),
          relevant,
        ),
      );
    add(counted.report, ordered);
    add(counted.score, first);
  }
  const mean = (all: [number, number][]) =>
    [0, 1].map((at) => (all.reduce((sum, one) => sum + one[at]!, 0) / all.length).toFixed(3));
  console.log(
    `${counted.report.length} patents with a relevant document listed, nDCG of the list and share of the first five: ${mean(counted.report).join(' ')}, by score alone ${mean(counted.score).join(' ')}`,
  );
}
