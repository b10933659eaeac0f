import { chooseClaims } from '#functions/reports/choose-claims.ts';
import { planQueries } from '#functions/reports/plan-queries.ts';
import { searchArt } from '#functions/reports/search-art.ts';
import type { Collection } from './collection.ts';
import { meanOf, type Quality, qualityOf } from './measures.ts';

const steps = [
  { name: 'the abstract as one query', elements: 0, claims: 0 },
  { name: '+ elements of claim 1', elements: 0.5, claims: 0 },
  { name: '+ claim 1, weight 0.25', elements: 0.5, claims: 0.25 },
  { name: '+ claim 1, weight 0.5', elements: 0.5, claims: 0.5 },
  { name: '+ claim 1, weight 1', elements: 0.5, claims: 1 },
];

/**
 * How much whole claims as queries improve the search. The collections' queries have no claims, but documents that
 * they cite do. Such a document is the query here, and the documents cited together with it are relevant. Dates are
 * not considered.
 */
export async function measureClaimsWeight({ index, relevant, claimed }: Collection) {
  const queries = claimed
    .map((document) => ({ document, beside: citedTogether(document.ucid, relevant) }))
    .filter(({ beside }) => beside.size > 0);
  const rows: { name: string; quality: Quality }[] = [];
  for (const { name, elements, claims } of steps) {
    const all: Quality[] = [];
    for (const { document, beside } of queries) {
      const patent = {
        ...document,
        claims: [{ number: 1, text: firstClaim(document.claims), dependsOn: [] }],
      };
      const planned = planQueries(patent, chooseClaims('invalidation', patent.claims));
      const weights = {
        abstract: 1,
        title: 1,
        passage: 0,
        class: 0,
        element: elements,
        claim: claims,
      };
      const counts = Map.groupBy(planned, ({ source }) => source);
      const { ucids } = await searchArt(
        index,
        planned
          .map((query) => ({
            ...query,
            weight: weights[query.source] / counts.get(query.source)!.length,
          }))
          .filter(({ weight }) => weight > 0),
        [],
        undefined,
        0,
      );
      const others = ucids.filter((ucid) => ucid !== document.ucid);
      all.push(qualityOf(others, beside));
    }
    rows.push({ name, quality: meanOf(all) });
  }
  return { queries: queries.length, rows };
}

/** Documents that are cited together with a document. */
function citedTogether(ucid: string, relevant: Collection['relevant']): Set<string> {
  const beside = [...relevant.values()]
    .filter((cited) => cited.has(ucid))
    .flatMap((all) => [...all]);
  return new Set(beside.filter((other) => other !== ucid));
}

/** The first claim, which is one sentence. Words like "What is claimed is: 1." may precede it. */
const firstClaim = (claims: string) =>
  /^(?:[^.]*?\bclaim(?:ed)?\b[^.]*?:)?\s*(?:1\s*[.)]\s*)?(.*?\.)(?=\s+(?:\d+\s*[.)]|[A-Z])|\s*$)/s.exec(
    claims,
  )?.[1] ?? claims;
