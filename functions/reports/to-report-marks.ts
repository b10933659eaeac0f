import { openPatents } from '#functions/patents/index.ts';
import { listTeam } from '#functions/people/index.ts';
import { formerMember } from '#shared/audit-actions.ts';
import { flagsOf } from '#shared/report/date-exceptions.ts';
import { placeInTime } from '#shared/report/date-tiers.ts';
import { isSameFamily } from '#shared/report/families.ts';
import { markedCoverage } from '#shared/report/marked-chart.ts';
import type { AddedReference, Mark, ReportMarks, SearchedAgain } from '#shared/report/marks.ts';
import type { Combination, Report } from '#shared/report/report.ts';
import { compareWith } from './chart-references.ts';
import { combinationReasons } from './combination-reasons.ts';
import { documentHash } from './hash-text.ts';
import { judgeAdded } from './judging/judge-added.ts';
import { judgeSettings } from './judging/judge-settings.ts';
import { onlyStored } from './judging/recall-judgements.ts';
import { likesOf } from './like-words.ts';
import { countTerms, fieldWords, raritiesOf } from './nearness.ts';
import {
  type AddedReferenceRecord,
  listMarks,
  type MarkRecord,
  type MarksOf,
  type SearchedAgainRecord,
} from './report-marks.ts';

/** What an organization added to an invalidation report. Added references are compared with the claims anew. */
export async function readMarks(of: MarksOf, report: Report): Promise<ReportMarks> {
  const [{ marks, added, again }, nameOf] = await Promise.all([listMarks(of), namesOf(of.orgId)]);
  const compared = added.length > 0 ? await judgedAdded(report, added) : [];
  const found: ReportMarks = {
    marks: marks.map((mark) => toMark(mark, nameOf)),
    added: compared.map(({ by_id, ...one }) => ({ ...one, by: nameOf(by_id) })),
    ...(again && { again: toSearched(again, nameOf) }),
  };
  const combinations = await combinationsOf(report, found);
  return { ...found, ...(combinations.length > 0 && { combinations }) };
}

/** Added references, compared anew, with the judgements that are stored for them. */
async function judgedAdded(report: Report, added: readonly AddedReferenceRecord[]) {
  const compared = await compareAdded(report, added);
  const settings = judgeSettings();
  if (!settings) return compared;
  const judged = await judgeAdded(report, compared, settings, await openPatents(), onlyStored);
  return judged.added;
}

/** Reasons to combine for the sets that arise from what people marked and added: those that the report does not have. */
async function combinationsOf(report: Report, marks: ReportMarks): Promise<Combination[]> {
  if (marks.marks.length + marks.added.length === 0) return [];
  const own = new Set(report.combinations?.map(({ ucids }) => ucids.join(' ')));
  const covering = markedCoverage(report, marks).coverage.covering.filter(
    ({ ucids }) => ucids.length > 1 && !own.has(ucids.join(' ')),
  );
  if (covering.length === 0) return [];
  const findPatent = await openPatents();
  const ucids = [...new Set(covering.flatMap((set) => set.ucids))];
  const documents = (await Promise.all(ucids.map(findPatent))).filter((one) => one !== undefined);
  const here = new Set(documents.map(({ ucid }) => ucid));
  const readable = covering.filter((set) => set.ucids.every((ucid) => here.has(ucid)));
  return combinationReasons({ covering: readable }, documents, raritiesOf(report.record).known);
}

type NameOf = (userId: string) => string;

/** Names are looked up, not stored: they change, and people leave. */
export async function namesOf(orgId: string): Promise<NameOf> {
  const team = await listTeam(orgId);
  const names = new Map(team.map(({ item_id, full_name }) => [item_id, full_name]));
  return (userId) => names.get(userId) ?? formerMember;
}

export const toMark = ({ by_id, ...mark }: MarkRecord, nameOf: NameOf): Mark => ({
  ...mark,
  by: nameOf(by_id),
});

const toSearched = (
  { by_id, ...searched }: SearchedAgainRecord,
  nameOf: NameOf,
): SearchedAgain => ({
  ...searched,
  by: nameOf(by_id),
});

/**
 * Compares references with the claims of a report, beside its art: words weigh as in the machine's own chart.
 * Left out is what we have no text of, what is in the report itself, and what is no art by its dates or family.
 */
export async function compareAdded(
  report: Report,
  added: readonly AddedReferenceRecord[],
): Promise<(Omit<AddedReference, 'by'> & { by_id: string })[]> {
  const findPatent = await openPatents();
  const own = report.art.map(({ ucid }) => ucid);
  const wanted = added.filter(({ ucid }) => !own.includes(ucid));
  const [patent, art, read] = await Promise.all([
    findPatent(report.subject.ucid),
    // Reports of earlier rules do not state the words by which documents are compared.
    Promise.all(report.record.words ? [] : own.map(findPatent)),
    Promise.all(wanted.map(({ ucid }) => findPatent(ucid))),
  ]);
  const documents = read.filter((document) => document !== undefined);
  if (!patent) return [];
  const field = art.flatMap((one) => (one ? [countTerms(one)] : []));
  const words = report.record.words ?? fieldWords(patent, report.claims, field);
  const likes = likesOf(report.record);
  const comparison = compareWith(patent, report.claims, words, documents, likes);
  return documents.flatMap((document) => {
    const placement = isSameFamily(patent, document) ? null : placeInTime(patent, document);
    const record = wanted.find(({ ucid }) => ucid === document.ucid);
    if (!placement || !record) return [];
    const { ucid, title, assignees } = document;
    const { filing_date, priority_date, publication_date, grant_date } = document;
    return {
      reference: {
        ucid,
        title,
        assignees,
        filing_date,
        priority_date,
        publication_date,
        grant_date,
        ...placement,
        ...flagsOf(patent, document, placement, []),
        family: [],
        nearness: comparison.whole(ucid).nearness,
        hash: documentHash(document),
      },
      chart: comparison.cells(ucid),
      by_id: record.by_id,
      at: record.at,
    };
  });
}
