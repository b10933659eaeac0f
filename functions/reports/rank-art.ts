import type { FindPatent } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import {
  type ChosenClass,
  chooseClasses,
  classAgreement,
  groupsOf,
  symbolsOf,
} from './choose-classes.ts';
import { countWords, nearnessTo, type WordCounts } from './document-nearness.ts';
import type { FollowedCitations } from './follow-citations.ts';
import { readInBatches } from './read-in-batches.ts';
import { reportRules } from './report-rules.ts';
import type { FoundArt } from './search-art.ts';

/** A publication that was read, and what speaks for it. */
export interface RankedArt {
  ucid: string;
  /** All together, 0 to 1: 1 for a document that is the same. */
  score: number;
}

export interface SecondReading {
  /** Best first, without those below the floor. */
  ranked: RankedArt[];
  seen: { compared: number; withoutText: number; tooFar: number };
  classes: ChosenClass[];
}

interface Compared {
  ucid: string;
  words: WordCounts;
  groups: string[];
  assignees: string[];
}

/**
 * The second reading: the best publications of the search are read in full and ordered by four things together: their places in
 * the searches, how near they are by all words, their classes, and citations between them and the patent. What is too
 * far by words is no art, however few publications are left; less is asked where class or citations speak for it. Designs of
 * the same owner count as cited.
 */
export async function rankArt(
  patent: PatentDocument,
  { scores }: Pick<FoundArt, 'scores'>,
  cited: Pick<FollowedCitations, 'ucids' | 'linkTo'>,
  findPatent: FindPatent,
  floors: Floors = reportRules,
): Promise<SecondReading> {
  const { nearnessWeight, classWeight, citationWeight } = reportRules;
  const candidates = [
    ...new Set([...[...scores.keys()].slice(0, reportRules.documentsCompared), ...cited.ucids]),
  ].filter((ucid) => ucid !== patent.ucid);
  const compared: Compared[] = [];
  // Of a document, only its words are kept: five hundred documents would not fit.
  for await (const document of readInBatches(candidates, findPatent)) {
    if (!document) continue;
    const { ucid, assignees } = document;
    const groups = groupsOf(symbolsOf(document));
    compared.push({ ucid, words: countWords(document), groups, assignees });
  }
  const classes = chooseClasses(
    symbolsOf(patent),
    compared.map((one) => one.groups),
  );
  const ours = groupsOf(symbolsOf(patent));
  const groups = ours.length > 0 ? ours : classes.map(({ symbol }) => symbol);
  const near = nearnessTo(
    countWords(patent),
    compared.map(({ words }) => words),
  );
  const all = 1 + nearnessWeight + classWeight + citationWeight;
  const ranked = compared.map(({ ucid, groups: theirs, assignees }, index) => {
    const nearness = near[index]!;
    const agreement = classAgreement(groups, theirs);
    const isOwners =
      patent.type === 'design' && patent.assignees.some((one) => assignees.includes(one));
    const link = isOwners ? 1 : cited.linkTo(ucid);
    const sum =
      (scores.get(ucid) ?? 0) +
      nearnessWeight * nearness +
      classWeight * agreement +
      citationWeight * link;
    const isRelated = link >= 0.5 || (ours.length > 0 && agreement > 0);
    const isTold = ours.length > 0 && theirs.length > 0;
    return {
      ucid,
      score: Math.round((sum / all) * 10_000) / 10_000,
      isArt: nearness >= floorOf(floors, isRelated, isTold),
    };
  });
  const kept = ranked.filter(({ isArt }) => isArt).toSorted((a, b) => b.score - a.score);
  return {
    ranked: kept.map(({ ucid, score }) => ({ ucid, score })),
    seen: {
      compared: compared.length,
      withoutText: candidates.length - compared.length,
      tooFar: ranked.length - kept.length,
    },
    classes,
  };
}

/** Nearness by all words below which a document is no art. */
type Floors = Readonly<
  Record<'nearFromOtherClass' | 'nearFromUnclassed' | 'nearFromRelated', number>
>;

/** @param isTold whether the classes of both are known */
function floorOf(floors: Floors, isRelated: boolean, isTold: boolean): number {
  if (isRelated) return floors.nearFromRelated;
  return isTold ? floors.nearFromOtherClass : floors.nearFromUnclassed;
}
