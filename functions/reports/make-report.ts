import { getIndex, type IndexRecord, modelSeed, readManifest } from '#functions/indexes/index.ts';
import {
  corpusDates,
  groupsOf,
  openCitations,
  openPatents,
  patentsIndex,
  readPatent,
  symbolsOf,
} from '#functions/patents/index.ts';
import { queryPublishedIndex, wholeIndex } from '#functions/search/index.ts';
import { catalogs } from '#shared/catalogs.ts';
import { ProductError } from '#shared/errors.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { chartedElements, findCoverage } from '#shared/report/coverage.ts';
import { flagsOf } from '#shared/report/date-exceptions.ts';
import { familyBasis } from '#shared/report/families.ts';
import { noChartOf } from '#shared/report/no-chart.ts';
import { effectiveDate, lawOf } from '#shared/report/patent-dates.ts';
import type { Report, ReportClaim, ReportKind } from '#shared/report/report.ts';
import { type Comparison, compareWith } from './chart-references.ts';
import { chooseClaims } from './choose-claims.ts';
import { withCombinations } from './combination-reasons.ts';
import { findLiterature } from './find-literature.ts';
import { type FoundReference, findReferences } from './find-references.ts';
import { followCitations } from './follow-citations.ts';
import { documentHash } from './hash-text.ts';
import { keepMatched } from './keep-matched.ts';
import { findLikeWords, likesOf } from './like-words.ts';
import { listArt, sharedWith } from './list-art.ts';
import { orderArt } from './order-art.ts';
import { nearestTo, planQueries } from './plan-queries.ts';
import { rankArt } from './rank-art.ts';
import { reportRules } from './report-rules.ts';
import { searchArt } from './search-art.ts';

/**
 * Makes a report: the same patent, index and rules give the same report but for the time in it. The number of searches,
 * of documents read and of cells is bounded, whatever the patent.
 * Throws as `readPatent` does, and `IndexNotReady`.
 * @param now stands in the report
 */
export async function makeReport(
  { ucid, kind }: { ucid: string; kind: ReportKind },
  now = new Date(),
): Promise<Report> {
  const served = await getIndex(patentsIndex);
  const patent = await readPatent(ucid, served?.documents_version);
  const claims = chooseClaims(kind, patent);
  // A report without a chart looks at the claims, too, to leave out what has nothing of them.
  const sought = chooseClaims('invalidation', patent);
  const noChart = noChartOf(patent);
  const effective = effectiveDate(patent);
  const { found, dates } = await queryPublishedIndex(wholeIndex(patentsIndex), async (index) => ({
    found: await searchArt(index, planQueries(patent, claims), patent, effective.date),
    dates: await corpusDates(index, nearestTo(patent)),
  }));
  const wanted =
    kind === 'prior-art' ? reportRules.priorArtReferences : reportRules.invalidationReferences;
  const findPatent = await openPatents();
  const cited = await followCitations(patent, await openCitations(), findPatent);
  const reading = await queryPublishedIndex(wholeIndex(patentsIndex), (published) =>
    rankArt(patent, sought, found, cited, findPatent, {
      words: (terms) => published.words(terms),
      rows: served?.rows ?? 0,
    }),
  );
  const { words } = reading;
  const scores = new Map(reading.ranked.map(({ ucid: one, score }) => [one, score]));
  const chosen = await findReferences(patent, [...scores.keys()], wanted, findPatent);
  const { ownFamily, seen } = chosen;
  const candidates = noChart ? listArt(patent, chosen.references) : chosen.references;
  const index = await describeIndex(served);
  const others = await findLiterature(patent, effective.date, words);
  const documents = candidates.map(({ document }) => document);
  const likeWords = await queryPublishedIndex(wholeIndex(patentsIndex), (published) =>
    findLikeWords(published, words, documents),
  );
  const likes = likesOf({ like_words: likeWords });
  const comparison = compareWith(patent, sought, words, documents, likes);
  const references = keepMatched(candidates, sought, comparison, cited);
  const art = references.map((reference) =>
    toArt(patent, reference, comparison, bestOf(reference, scores)),
  );
  const { title, assignees, inventors, cpc, type, kind_code, family_id } = patent;
  const report: Report = {
    format: 2,
    kind,
    subject: {
      ...datesOf(patent),
      title,
      assignees,
      inventors,
      type,
      kind_code,
      family_id,
      cpc,
      effective_date: effective.date,
      effective_date_basis: effective.basis,
      law: lawOf(patent),
      family: ownFamily,
      family_basis: familyBasis(patent),
      hash: documentHash(patent),
    },
    ...(noChart && { no_chart: noChart }),
    record: {
      made_at: now.toISOString(),
      index,
      corpora: [
        {
          name: catalogs[patentsIndex].name,
          version: served?.documents_version ?? '',
          rows: index.rows,
          ...dates,
        },
        ...others.corpora,
      ],
      queries: [...found.queries, ...cited.queries, ...others.queries].map((query, at) => ({
        id: `q${at + 1}`,
        ...query,
      })),
      classes: reading.classes.map(({ symbol, why }) => ({
        symbol,
        why,
        hits: references.filter(({ document }) => groupsOf(symbolsOf(document)).includes(symbol))
          .length,
      })),
      seen: { ...seen, ...reading.seen, unmatched: candidates.length - references.length },
      words,
      like_words: likeWords,
      settings: { ...reportRules },
    },
    claims,
    ...chartArt(claims, art, comparison),
    ...(others.corpora.length > 0 && { literature: others.literature }),
  };
  return withCombinations(
    report,
    references.map(({ document }) => document),
  );
}

/** Charts the art, and puts what covers most first. */
function chartArt(claims: ReportClaim[], found: Report['art'], comparison: Comparison) {
  const elements = chartedElements(claims);
  if (elements.length === 0) {
    return { art: found, chart: [], coverage: findCoverage({ claims, art: found, chart: [] }) };
  }
  const chart = elements.flatMap((_, row) => found.map(({ ucid }) => comparison.cells(ucid)[row]!));
  return orderArt({ claims, art: found, chart });
}

/** Score of a family: the best of its publications, which decides its place. */
const bestOf = ({ document, family }: FoundReference, scores: ReadonlyMap<string, number>) =>
  Math.max(...[document.ucid, ...family].map((ucid) => scores.get(ucid) ?? 0));

const datesOf = ({
  ucid,
  filing_date,
  priority_date,
  publication_date,
  grant_date,
}: PatentDocument) => ({ ucid, filing_date, priority_date, publication_date, grant_date });

function toArt(
  patent: PatentDocument,
  { document, placement, family }: FoundReference,
  comparison: Comparison,
  conceptScore: number,
): Report['art'][number] {
  const { ucid, title, assignees } = document;
  return {
    ...datesOf(document),
    title,
    assignees,
    ...placement,
    ...flagsOf(patent, document, placement, family),
    ...(noChartOf(patent) && { shared: sharedWith(patent, document) }),
    family,
    conceptScore,
    ...comparison.whole(ucid),
    hash: documentHash(document),
  };
}

/** Version and checksum of the index that served, which a rebuild must not have replaced meanwhile. */
async function describeIndex(served: IndexRecord | undefined): Promise<Report['record']['index']> {
  if (!served?.manifest_key) throw new ProductError('IndexNotReady');
  const now = await getIndex(patentsIndex);
  if (now?.manifest_key !== served.manifest_key) {
    throw new Error('The index was rebuilt while it was searched');
  }
  const { checksum, rowCount } = await readManifest(served.manifest_key);
  return {
    id: patentsIndex,
    version: served.manifest_key.split('/').at(-2)!,
    checksum: checksum.toString(16).padStart(8, '0'),
    rows: rowCount,
    model_seed: modelSeed,
  };
}
