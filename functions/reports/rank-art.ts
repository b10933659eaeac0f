import { classAgreement, type FindPatent, groupsOf, symbolsOf } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { ReportClaim } from '#shared/report/report.ts';
import { type ChosenClass, chooseClasses } from './choose-classes.ts';
import type { FollowedCitations } from './follow-citations.ts';
import { countPieces, type PieceCounts, piecesShared } from './letter-pieces.ts';
import { directionOf, type KnownWords, meaningOf, meaningWeight } from './meaning.ts';
import {
  countTerms,
  type FieldWords,
  fieldWords,
  nearnessTo,
  subjectOf,
  type TermCounts,
  withClasses,
} from './nearness.ts';
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
  /** By which the documents were compared, and by which elements are sought in them. */
  words: FieldWords;
}

interface Compared {
  ucid: string;
  counts: TermCounts;
  groups: string[];
  assignees: string[];
  direction: Float32Array | undefined;
  pieces: PieceCounts;
}

/**
 * The second reading: the best publications of the search are read in full and ordered by six things together: their places in
 * the searches, how near they are by words, by pieces of words and in meaning, their classes, and citations between them and the patent. What is too far by words
 * and classes is no art, however few publications are left, unless citations link it. Designs of the same owner count as cited.
 * @param claims of which the words are sought
 * @param index that tells what words mean
 * @param floor nearness below which a document is no art
 */
export async function rankArt(
  patent: PatentDocument,
  claims: readonly ReportClaim[],
  { scores }: Pick<FoundArt, 'scores'>,
  cited: Pick<FollowedCitations, 'ucids' | 'linkTo'>,
  findPatent: FindPatent,
  index: KnownWords,
  floor: number = reportRules.artFrom,
): Promise<SecondReading> {
  const { nearnessWeight, piecesWeight, classWeight, citationWeight } = reportRules;
  const candidates = [
    ...new Set([...[...scores.keys()].slice(0, reportRules.documentsCompared), ...cited.ucids]),
  ].filter((ucid) => ucid !== patent.ucid);
  const compared: Compared[] = [];
  // Of a document, only its words are kept: five hundred documents would not fit.
  for await (const document of readInBatches(candidates, findPatent)) {
    if (!document) continue;
    const { ucid, assignees } = document;
    const groups = groupsOf(symbolsOf(document));
    const direction = await directionOf(index, document);
    const pieces = countPieces(document);
    compared.push({ ucid, counts: countTerms(document), groups, assignees, direction, pieces });
  }
  const classes = chooseClasses(
    symbolsOf(patent),
    compared.map((one) => one.groups),
  );
  const ours = groupsOf(symbolsOf(patent));
  // Classes of near documents say something of the order, and too little for the floor.
  const groups = ours.length > 0 ? ours : classes.map(({ symbol }) => symbol);
  const words = fieldWords(
    patent,
    claims,
    compared.map(({ counts }) => counts),
  );
  const subject = subjectOf(patent, words);
  const meaning = meaningOf(
    await directionOf(index, patent),
    compared.map(({ direction }) => direction),
  );
  const inPieces = piecesShared(
    countPieces(patent),
    compared.map(({ pieces }) => pieces),
  );
  const inMeaning = meaningWeight(index);
  const all = 1 + nearnessWeight + piecesWeight + inMeaning + classWeight + citationWeight;
  const ranked = compared.map(({ ucid, counts, groups: theirs, assignees, direction, pieces }) => {
    const nearness = nearnessTo(subject, counts);
    const agreement = classAgreement(groups, theirs);
    const isOwners =
      patent.type === 'design' && patent.assignees.some((one) => assignees.includes(one));
    const link = isOwners ? 1 : cited.linkTo(ucid);
    const sum =
      (scores.get(ucid) ?? 0) +
      nearnessWeight * nearness +
      piecesWeight * inPieces(pieces) +
      inMeaning * meaning(direction) +
      classWeight * agreement +
      citationWeight * link;
    return {
      ucid,
      score: Math.round((sum / all) * 10_000) / 10_000,
      isArt: link >= reportRules.linkedFrom || withClasses(nearness, ours, theirs) >= floor,
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
    words,
  };
}
