import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memorySource } from '#engine';
import { groupsOf, symbolsOf } from '#functions/patents/index.ts';
import { compareWith } from '#functions/reports/chart-references.ts';
import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { findReferences } from '#functions/reports/find-references.ts';
import { followCitations } from '#functions/reports/follow-citations.ts';
import { keepMatched } from '#functions/reports/keep-matched.ts';
import { findLikeWords, likesOf } from '#functions/reports/like-words.ts';
import { planQueries } from '#functions/reports/plan-queries.ts';
import { rankArt } from '#functions/reports/rank-art.ts';
import { reportRules } from '#functions/reports/report-rules.ts';
import { searchArt } from '#functions/reports/search-art.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { chartedElements } from '#shared/report/coverage.ts';
import { placeInTime } from '#shared/report/date-tiers.ts';
import { effectiveDate } from '#shared/report/patent-dates.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { newTally, strangersTo } from './cell-grades.ts';
import { knownWords } from './read-ranking.ts';

/** References of one subject: how many are of its classes, and how many could be. */
interface Share {
  references: number;
  inClass: number;
  /** Earlier documents of the corpus that share a subclass. */
  earlier: number;
}

const noCitations = { citedBy: async () => [], toUcid: async () => undefined };

const subclasses = (patent: PatentDocument) =>
  new Set(groupsOf(symbolsOf(patent)).map((group) => group.slice(0, 4)));

/** Of which documents a report is not told the classes, to see what it makes of those that have none. */
export type Unclassed = 'none' | 'subjects' | 'references' | 'all';

const withoutClasses = (document: PatentDocument): PatentDocument => ({
  ...document,
  cpc: [],
  ipc: [],
  locarno: [],
});

/**
 * Of patents that a load wrote to a folder: how many references of an invalidation report share a subclass with the patent,
 * by the report and by two plain searches of the same length; and the grades of limitations of utility patents with five claims,
 * of every second one apart: in references with and without a common subclass, those that the report lists and those that it
 * leaves out for want of a match, in the nearest documents without a common subclass, and in random ones.
 * @param unclassed of which documents the classes are hidden from the report; what is counted goes by them all the same
 */
export async function printClassShare(
  folder: string,
  seed: number,
  unclassed: Unclassed,
): Promise<void> {
  const rows = await readFile(join(folder, 'us_patents.csv'));
  const { index } = await buildInMemory(memorySource(new Uint8Array(rows)), seed);
  const lines = await readFile(join(folder, 'us_patents.documents.jsonl'), 'utf8');
  const loaded = lines
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as PatentDocument] : []));
  const classes = new Map(loaded.map((document) => [document.ucid, subclasses(document)]));
  const hides = (what: Unclassed) => unclassed === what || unclassed === 'all';
  const all = hides('references') ? loaded.map(withoutClasses) : loaded;
  const documents = new Map(all.map((document) => [document.ucid, document]));
  const find = async (ucid: string) => documents.get(ucid);
  const totals = new Map<string, Share[]>();
  const tally = newTally();
  let graded = 0;
  for (const subject of loaded.toSorted((a, b) => (a.ucid < b.ucid ? -1 : 1))) {
    const own = classes.get(subject.ucid)!;
    if (own.size === 0 || subject.claims.length === 0) continue;
    const patent = hides('subjects') ? withoutClasses(subject) : subject;
    const isInClass = ({ ucid }: PatentDocument) =>
      [...classes.get(ucid)!].some((subclass) => own.has(subclass));
    const isArt = (other: PatentDocument) =>
      other.ucid !== patent.ucid && placeInTime(patent, other) !== null;
    const earlier = all.filter((other) => isArt(other) && isInClass(other)).length;
    const note = (name: string, references: readonly PatentDocument[]) => {
      const inClass = references.filter(isInClass).length;
      const share = { references: references.length, inClass, earlier };
      totals.set(name, [...(totals.get(name) ?? []), share]);
    };
    const claims = chooseClaims('invalidation', patent);
    const { date } = effectiveDate(patent);
    const planned = planQueries(patent, claims);
    const cited = await followCitations(patent, noCitations, find);
    const found = await searchArt(index, planned, patent, date);
    const { ranked, words } = await rankArt(
      patent,
      claims,
      found,
      cited,
      find,
      knownWords(index, all.length),
    );
    const wanted = reportRules.invalidationReferences;
    const ucids = ranked.map(({ ucid }) => ucid);
    const chosen = await findReferences(patent, ucids, wanted, find);
    const candidates = chosen.references.map(({ document }) => document);
    const isGraded = patent.type === 'utility' && patent.claims.length >= 5;
    const strangers = isGraded
      ? await strangersTo(
          all.filter((one) => one.ucid !== patent.ucid && !isInClass(one)),
          (floor) =>
            rankArt(patent, claims, found, cited, find, knownWords(index, all.length), floor),
        )
      : { near: [], random: [] };
    const compared = [...new Set([...candidates, ...strangers.near, ...strangers.random])];
    const compareAll = async (some: readonly PatentDocument[]) => {
      const like_words = await findLikeWords(index, words, some);
      return compareWith(patent, claims, words, some, likesOf({ like_words }));
    };
    const comparison = await compareAll(candidates);
    const references = keepMatched(chosen.references, claims, comparison, cited).map(
      ({ document }) => document,
    );
    note('the report', references);
    note('the report, before its cells are looked at', candidates);
    if (isGraded) {
      const half = graded++ % 2 === 0 ? 'first' : 'second';
      const elements = chartedElements(claims);
      const beside = await compareAll(compared);
      const add = (name: string, documents: readonly PatentDocument[], by = beside) => {
        for (const { ucid } of documents) {
          const cells = by.cells(ucid).filter((_, row) => elements[row]!.role === 'limitation');
          tally.add(`${half} half, ${name}`, cells);
        }
      };
      const [same, other] = [
        candidates.filter(isInClass),
        candidates.filter((one) => !isInClass(one)),
      ];
      add('a common class, chosen', same, comparison);
      add('no common class, chosen', other, comparison);
      add(
        'no common class, listed',
        other.filter((one) => references.includes(one)),
        comparison,
      );
      add('no common class, the nearest', strangers.near);
      add('no common class, random', strangers.random);
    }
    const plain = async (name: string, text: string) => {
      const { hits } = await index.search({ text, limit: 1000, fields: ['ucid'] });
      const art = hits.flatMap(({ row }) => documents.get(row.ucid!) ?? []).filter(isArt);
      note(name, art.slice(0, wanted));
    };
    await plain('title and abstract, as many as there is room for', planned[0]!.text);
    await plain('all claims', patent.claims.map(({ text }) => text).join(' '));
  }
  tally.print();
  for (const least of [0, 1, 2, 5, 10]) {
    for (const [name, shares] of totals) {
      const some = shares.filter((share) =>
        least === 0 ? share.earlier === 0 : share.earlier >= least,
      );
      if (some.length === 0) continue;
      const sum = (value: (share: Share) => number) =>
        some.reduce((total, share) => total + value(share), 0);
      const references = sum((share) => share.references);
      const possible = sum(({ earlier }) => Math.min(earlier, reportRules.invalidationReferences));
      console.log(
        `${some.length} patents with ${least === 0 ? 'no' : `${least} or more`} earlier documents of their class, ${name}: ${(references / some.length).toFixed(1)} references each, ${sum((share) => share.inClass)} of ${references} in class, ${possible} possible`,
      );
    }
  }
}
