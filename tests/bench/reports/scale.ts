import { setTimeout as sleep } from 'node:timers/promises';
import { type ByteSource, memorySource } from '#engine';
import { corpusDates } from '#functions/patents/corpus-dates.ts';
import { compareWith } from '#functions/reports/chart-references.ts';
import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { followCitations } from '#functions/reports/follow-citations.ts';
import { findLikeWords, likesOf } from '#functions/reports/like-words.ts';
import { nearestTo, planQueries } from '#functions/reports/plan-queries.ts';
import { rankArt } from '#functions/reports/rank-art.ts';
import { reportRules } from '#functions/reports/report-rules.ts';
import { searchArt } from '#functions/reports/search-art.ts';
import { holdWhole } from '#functions/search/held-source.ts';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { chartedElements, findCoverage } from '#shared/report/coverage.ts';
import { buildInMemory } from '../build-in-memory.ts';
import { SEED } from '../search/corpus/csv-file.ts';
import { type Document, TextSource } from '../search/corpus/documents.ts';
import { knownWords } from './read-ranking.ts';
import { slowReads } from './slow-source.ts';

/** Same as in `queryPublishedIndex`. */
const wholeFileBytes = 64 << 20;
const claimsOfPatent = 100;
/** Paragraphs of a reference: about 60,000 characters. */
const paragraphsOfReference = 120;

const noCitations = { citedBy: async () => [], toUcid: async () => undefined };

const dayOf = (row: number) => `${1976 + (row % 45)}-0${1 + (row % 9)}-1${row % 10}`;

function toCsv(texts: TextSource, rows: number): Uint8Array {
  const chunks = [Buffer.from('ucid,title,text,priority_date,publication_date,cpc\n')];
  for (let row = 0; row < rows; row++) {
    const { title, text } = texts.document(row);
    const cpc = `G06F${1 + (row % 40)}/${row % 90}; H04L${1 + (row % 30)}/00`;
    const line = `US-${1_000_000 + row}-B2,"${title}","${text}",${dayOf(row)},${dayOf(row)},${cpc}\n`;
    chunks.push(Buffer.from(line));
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Ten independent claims of twelve elements, and ninety claims that depend on them. */
function toPatent(documents: readonly Document[]): PatentDocument {
  const piece = (index: number) => {
    const words = documents[index % documents.length]!.text.split(/\s+/);
    const start = (index * 13) % Math.max(1, words.length - 25);
    return words
      .slice(start, start + 25)
      .join(' ')
      .replace(/[;:.,]/g, '');
  };
  const claims = Array.from({ length: claimsOfPatent }, (_, index) => {
    const number = index + 1;
    const limitations = Array.from({ length: 12 }, (__, part) => `a ${piece(number * 12 + part)}`);
    return index % 10 === 0
      ? { number, dependsOn: [], text: `A system comprising: ${limitations.join('; ')}.` }
      : {
          number,
          dependsOn: [number - (index % 10)],
          text: `The system of claim ${number - (index % 10)}, wherein ${piece(number)}.`,
        };
  });
  const paragraphs = Array.from({ length: paragraphsOfReference }, (_, index) => ({
    number: index + 1,
    text: documents[index % documents.length]!.text,
  }));
  return {
    ...emptyLists,
    ucid: 'US-9999999-B2',
    title: documents[0]!.title,
    abstract: documents[0]!.text,
    claims,
    paragraphs,
    cpc: ['G06F3/12', 'H04L9/00'],
  };
}

/**
 * Seconds that the steps of a report take for a patent of 100 claims, by the processor's time of this process.
 * @param firstByteMs about how long S3 takes for the first byte of a read; 0 keeps the index in memory
 */
export async function printScale(rows: number, firstByteMs: number): Promise<void> {
  const texts = new TextSource(SEED);
  const slow = slowReads({ least: firstByteMs * 0.7, most: firstByteMs * 1.3 });
  // Small files are read whole when the index is opened, as the functions do.
  const served = (file: ByteSource) =>
    file.sizeBytes <= wholeFileBytes ? holdWhole(slow.served(file)) : slow.served(file);
  const { index } = await buildInMemory(
    memorySource(toCsv(texts, rows)),
    SEED,
    firstByteMs > 0 ? served : undefined,
  );
  const take = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => texts.document(from + at));
  const patent = toPatent(take(5, 200));
  const step = async <T>(name: string, run: () => T | Promise<T>): Promise<T> => {
    const readsBefore = slow.reads();
    const begun = process.cpuUsage();
    const startedAt = performance.now();
    const result = await run();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const { user, system } = process.cpuUsage(begun);
    const cpu = ((user + system) / 1e6).toFixed(1);
    console.log(
      `${name.padEnd(30)}${cpu} s of processor time, ${seconds} s, ${slow.reads() - readsBefore} reads`,
    );
    return result;
  };
  const claims = await step('claims', () => chooseClaims('invalidation', patent));
  const planned = planQueries(patent, claims);
  console.log(`${rows} rows, ${patent.claims.length} claims, ${planned.length} queries`);
  await step('first query: opens the index', () => index.search({ text: patent.title, limit: 10 }));
  const found = await step('search', () => searchArt(index, planned, patent, '2015-01-01'));
  const documents = Array.from({ length: 20 }, (_, at) => toPatent(take(1000 + at * 150, 150)));
  let read = 0;
  const findPatent = async (ucid: string) => {
    if (firstByteMs > 0) await sleep(firstByteMs);
    return { ...documents[read++ % documents.length]!, ucid };
  };
  const cited = await followCitations(patent, noCitations, findPatent);
  const { words } = await step('second reading', () =>
    rankArt(patent, claims, found, cited, findPatent, knownWords(index, rows)),
  );
  console.log(`${read} documents read`);
  await step('dates of the corpus', () => corpusDates(index, nearestTo(patent)));
  const references = Array.from({ length: reportRules.invalidationReferences }, (_, at) => ({
    ...toPatent(take(300 + at * 150, 150)),
    ucid: `US-${8_000_000 + at}-B2`,
  }));
  const like_words = await step('like words', () => findLikeWords(index, words, references));
  const elements = chartedElements(claims);
  const chart = await step(`chart of ${elements.length} elements`, () => {
    const comparison = compareWith(patent, claims, words, references, likesOf({ like_words }));
    return elements.flatMap((_, row) => references.map(({ ucid }) => comparison.cells(ucid)[row]!));
  });
  const art = references.map(({ ucid }) => ({
    ucid,
    tier: 'published-before' as const,
    provision: '35 U.S.C. 102(a)(1)',
  }));
  await step('coverage', () => findCoverage({ claims, art, chart }));
  console.log(`${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB with index and build`);
}
