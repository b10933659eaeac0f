import { isDeepStrictEqual } from 'node:util';
import type { FindPatent } from '#functions/patents/index.ts';
import { partText } from '#shared/part-text.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { placeName } from '#shared/place-name.ts';
import { categoryOf, chartedElements, findCoverage } from '#shared/report/coverage.ts';
import { flagsOf } from '#shared/report/date-exceptions.ts';
import { placeInTime } from '#shared/report/date-tiers.ts';
import { familyBasis, isSameFamily } from '#shared/report/families.ts';
import { noChartOf } from '#shared/report/no-chart.ts';
import { effectiveDate, lawOf } from '#shared/report/patent-dates.ts';
import { type Report, type ReportPassage, reportSchema } from '#shared/report/report.ts';
import { compareWith } from './chart-references.ts';
import { chooseClaims } from './choose-claims.ts';
import { withCombinations } from './combination-reasons.ts';
import { comparePaper } from './find-literature.ts';
import { documentHash, hashText } from './hash-text.ts';
import { judgingFacts } from './judging/judging-facts.ts';
import { likesOf } from './like-words.ts';
import { sharedWith } from './list-art.ts';
import { orderArt } from './order-art.ts';
import { planQueries } from './plan-queries.ts';
import { type FindPaper, readPaper } from './read-paper.ts';
import { reportRules } from './report-rules.ts';

/** Something in a report that is not as the documents have it. */
export interface Fault {
  /** Path in the report, as in `art.2.tier`. */
  at: string;
  problem: string;
}

/**
 * Makes everything of a report anew that follows from the documents, and compares: quotes, offsets, hashes, dates,
 * tiers, families, claim elements, scores, grades, coverage and queries. Of a model's judgement it checks what can be: its quotes, its
 * words without support, its budget. What only the index knows, such as numbers of
 * hits and rarities of words, is not checked.
 * @returns no faults if the report is right
 */
export async function checkReport(
  report: Report,
  findPatent: FindPatent,
  findPaper: FindPaper = readPaper,
): Promise<Fault[]> {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => ({
      at: path.join('.'),
      problem: message,
    }));
  }
  const faults: Fault[] = [];
  const compare = (at: string, stated: unknown, right: unknown) => {
    // Fields that are absent and fields that are undefined are the same in JSON.
    if (isDeepStrictEqual(plain(stated), plain(right))) return;
    faults.push({ at, problem: `Is ${shown(stated)}, should be ${shown(right)}` });
  };

  compare('record.settings', report.record.settings, reportRules);
  const patent = await findPatent(report.subject.ucid);
  if (!patent) return [...faults, { at: 'subject.ucid', problem: 'There is no such document' }];
  checkSubject(report, patent, compare);

  const read = await Promise.all(report.art.map(({ ucid }) => findPatent(ucid)));
  const documents = read.filter((document) => document !== undefined);
  for (const [index, document] of read.entries()) {
    if (!document) faults.push({ at: `art.${index}.ucid`, problem: 'There is no such document' });
  }
  if (documents.length < report.art.length) return faults;
  compare(
    'art',
    report.art.map(({ ucid }) => ucid),
    [...new Set(report.art.map(({ ucid }) => ucid))],
  );

  compare(
    'art',
    report.art.map(({ ucid }) => ucid),
    (report.chart.length > 0 ? orderArt(report).art : byScore(report.art)).map(({ ucid }) => ucid),
  );

  const comparison = compareWith(
    patent,
    report.claims,
    report.record.words ?? {},
    documents,
    likesOf(report.record),
  );
  for (const [index, reference] of report.art.entries()) {
    const at = `art.${index}`;
    const document = documents[index]!;
    compareFields(at, reference, document, compare);
    const { tier, provision, tier_reason } = reference;
    compare(`${at}.tier`, { tier, provision, tier_reason }, placeInTime(patent, document));
    const { exceptions, considered } = reference;
    const flags = flagsOf(patent, document, { tier, provision }, reference.family);
    compare(`${at}.exceptions`, { exceptions, considered }, flags);
    compare(`${at}.shared`, reference.shared, report.no_chart && sharedWith(patent, document));
    const twins = documents.filter((other) => isSameFamily(other, document));
    compare(`${at}.ucid`, [reference.ucid], [document, ...twins].map(({ ucid }) => ucid).slice(1));
    compare(`${at}.family`, isSameFamily(document, patent), false);
    await checkFamily(`${at}.family`, reference.family, document);
    checkPassages(`${at}.passages`, reference.passages, document);
    const { passages, nearness } = comparison.whole(reference.ucid);
    compare(`${at}.passages`, reference.passages, passages);
    compare(`${at}.nearness`, reference.nearness, nearness);
  }
  await checkFamily('subject.family', report.subject.family, patent);
  for (const [index, paper] of (report.literature ?? []).entries()) {
    const at = `literature.${index}`;
    const found = await findPaper(paper.catalog, paper.id);
    if (!found) {
      faults.push({ at, problem: 'There is no such row' });
      continue;
    }
    compare(at, paper, comparePaper(patent, found, report.record.words ?? {}));
    for (const { quote, start, end } of paper.passages) {
      compare(`${at}.passages`, quote, found.text.slice(start, end));
    }
  }

  const elements = chartedElements(report.claims);
  const cells = elements.flatMap((_, row) => report.art.map(({ ucid }) => ({ row, ucid })));
  compare('chart', report.chart.length, cells.length);
  for (const [index, { row, ucid }] of cells.entries()) {
    const cell = report.chart[index];
    if (!cell) break;
    const document = documents.find((one) => one.ucid === ucid)!;
    checkPassages(`chart.${index}.passages`, cell.passages, document);
    const { judgement, ...machine } = cell;
    compare(`chart.${index}`, machine, comparison.cells(ucid)[row]);
    checkPassages(`chart.${index}.judgement.quotes`, judgement?.quotes ?? [], document);
  }
  for (const { at, stated, right } of judgingFacts(report)) compare(at, stated, right);
  const coverage = findCoverage(report);
  compare('coverage', report.coverage, coverage);
  compare('combinations', report.combinations, withCombinations(report, documents).combinations);
  for (const [index, { ucid, category }] of report.art.entries()) {
    compare(
      `art.${index}.category`,
      category,
      elements.length > 0 ? categoryOf(ucid, coverage, report.claims) : undefined,
    );
  }
  return faults;

  function checkPassages(
    at: string,
    passages: readonly ReportPassage[],
    document: PatentDocument,
  ): void {
    for (const [index, passage] of passages.entries()) {
      const { start, end, quote, hash, where } = passage;
      compare(`${at}.${index}.quote`, quote, partText(document, passage)?.slice(start, end));
      compare(`${at}.${index}.end`, end - start, quote.length);
      compare(`${at}.${index}.hash`, hash, hashText(quote));
      compare(`${at}.${index}.where`, where, placeName(document, passage));
    }
  }

  async function checkFamily(
    at: string,
    members: readonly string[],
    document: PatentDocument,
  ): Promise<void> {
    const read = await Promise.all(members.map(findPatent));
    // Two members may be of one family by a third one that shares an application with each.
    const family = [document, ...read.filter((member) => member !== undefined)];
    for (const [index, member] of read.entries()) {
      const others = family.filter((other) => other.ucid !== member?.ucid);
      if (member && others.some((other) => isSameFamily(member, other))) continue;
      faults.push({ at, problem: `${members[index]} is not of the family of ${document.ucid}` });
    }
  }
}

const byScore = (art: Report['art']) => art.toSorted((a, b) => b.conceptScore - a.conceptScore);

type Compare = (at: string, stated: unknown, right: unknown) => void;

function checkSubject(
  { kind, no_chart, subject, claims, record }: Report,
  patent: PatentDocument,
  compare: Compare,
) {
  const { date, basis } = effectiveDate(patent);
  compareFields('subject', subject, patent, compare);
  for (const field of ['inventors', 'cpc', 'type', 'kind_code', 'family_id'] as const) {
    compare(`subject.${field}`, subject[field], patent[field]);
  }
  compare('subject.effective_date', subject.effective_date, date);
  compare('subject.effective_date_basis', subject.effective_date_basis, basis);
  compare('subject.law', subject.law, lawOf(patent));
  compare('subject.family_basis', subject.family_basis, familyBasis(patent));
  compare('no_chart', no_chart, noChartOf(patent));
  const right = chooseClaims(kind, patent);
  compare('claims', claims, right);
  for (const { source, text } of planQueries(patent, right)) {
    const isRun = record.queries.some((query) => query.source === source && query.text === text);
    compare('record.queries', isRun, true);
  }
}

/** What a report repeats of a document. */
function compareFields(
  at: string,
  stated: Report['subject'] | Report['art'][number],
  document: PatentDocument,
  compare: Compare,
): void {
  const fields = [
    'title',
    'assignees',
    'filing_date',
    'priority_date',
    'publication_date',
    'grant_date',
  ] as const;
  for (const field of fields) compare(`${at}.${field}`, stated[field], document[field]);
  compare(`${at}.hash`, stated.hash, documentHash(document));
}

const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

const shownLength = 200;
const shown = (value: unknown) => (JSON.stringify(value) ?? 'absent').slice(0, shownLength);
