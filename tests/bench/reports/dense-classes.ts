import { groupsOf, symbolsOf } from '#functions/patents/index.ts';
import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { planQueries } from '#functions/reports/plan-queries.ts';
import { reportRules } from '#functions/reports/report-rules.ts';
import { searchArt } from '#functions/reports/search-art.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Subject } from './ablation.ts';
import type { Collection } from './collection.ts';
import { publicationYear } from './publication-year.ts';
import { readRanking } from './read-ranking.ts';

/** Earlier documents of its subclass that a corpus must have for a subject to be counted. */
const fewestEarlier = 10;

const subclasses = (patent: PatentDocument) =>
  new Set(groupsOf(symbolsOf(patent)).map((group) => group.slice(0, 4)));

/**
 * Where the corpus has ten earlier documents of a subject's subclasses: how many of the references of an invalidation report share
 * one, and of as many hits of one search by title and abstract.
 */
export async function printDenseClasses(
  { index, documents }: Collection,
  subjects: readonly Subject[],
): Promise<void> {
  const counted = { subjects: 0, report: [0, 0], search: [0, 0] };
  for (const { patent } of subjects) {
    const own = subclasses(patent);
    const shares = (ucid: string) =>
      [...subclasses(documents.get(ucid)!)].some((one) => own.has(one));
    const year = publicationYear(patent.ucid);
    const isEarlier = (ucid: string) =>
      ucid !== patent.ucid && (!year || (publicationYear(ucid) ?? year + 1) <= year);
    const earlier = [...documents.keys()].filter((ucid) => isEarlier(ucid) && shares(ucid));
    if (earlier.length < fewestEarlier) continue;
    counted.subjects += 1;
    const planned = planQueries(patent, chooseClaims('invalidation', patent));
    const before = year ? `${year + 1}-01-01` : undefined;
    const found = await searchArt(index, planned, patent, before);
    const note = (sums: number[], ucids: readonly string[]) => {
      const some = ucids.slice(0, reportRules.invalidationReferences);
      sums[0]! += some.filter(shares).length;
      sums[1]! += some.length;
    };
    note(counted.report, await readRanking(patent, found, documents, index, reportRules.artFrom));
    const main = await searchArt(index, planned.slice(0, 1), unclassed, before);
    note(
      counted.search,
      [...main.scores.keys()].filter((ucid) => ucid !== patent.ucid),
    );
  }
  const told = ([shared, all]: number[]) => `${shared} of ${all} share a subclass`;
  console.log(
    `${counted.subjects} patents with ${fewestEarlier} earlier documents of their class: of references ${told(counted.report)}, of hits by title and abstract ${told(counted.search)}`,
  );
}

const unclassed = { ucid: '', cpc: [], assignees: [] };
