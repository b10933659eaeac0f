import type { PatentDocument } from '#shared/patent-document.ts';
import { claimElements } from '#shared/report/claim-elements.ts';
import type { Report, ReportClaim } from '#shared/report/report.ts';
import { reportRules } from './report-rules.ts';

type Query = Report['record']['queries'][number];

export interface PlannedQuery extends Pick<Query, 'source' | 'label' | 'text'> {
  /** Of its ranking in the fusion. */
  weight: number;
}

/**
 * The queries by which art for a patent is sought: title and abstract, the independent claims, and their elements. A
 * patent without claims here is sought by the parts of its abstract.
 */
export function planQueries(
  { title, abstract, claims }: Pick<PatentDocument, 'title' | 'abstract' | 'claims'>,
  parsed: readonly Pick<ReportClaim, 'number' | 'independent' | 'elements'>[],
): PlannedQuery[] {
  const { claimQueries, claimsWeight, elementQueries, elementsWeight } = reportRules;
  const independent = parsed.filter((claim) => claim.independent);
  const whole = independent.slice(0, claimQueries).map(({ number }) => ({
    source: 'claim' as const,
    label: String(number),
    text: claims.find((claim) => claim.number === number)!.text,
  }));
  const elements = independent
    .flatMap((claim) => claim.elements)
    .map(({ label, text }) => ({ source: 'element' as const, label, text }));
  const parts = claimElements(abstract, 0).elements.map(({ text }) => ({
    source: 'passage' as const,
    label: null,
    text,
  }));
  const main = {
    source: abstract ? ('abstract' as const) : ('title' as const),
    label: null,
    text: nearestTo({ title, abstract }),
  };
  return [
    ...weighted([main], 1),
    ...weighted(distinct(whole), claimsWeight),
    ...weighted(
      distinct(elements.length > 0 ? elements : parts).slice(0, elementQueries),
      elementsWeight,
    ),
  ].filter(({ text }) => /\p{L}/u.test(text));
}

type UnweightedQuery = Omit<PlannedQuery, 'weight'>;

const distinct = (queries: readonly UnweightedQuery[]): UnweightedQuery[] =>
  queries.filter(({ text }, index) => queries.findIndex((one) => one.text === text) === index);

/** Queries that share a weight. */
const weighted = (queries: readonly UnweightedQuery[], weight: number): PlannedQuery[] =>
  queries.map(({ source, label, text }) => ({
    source,
    label,
    text: text.slice(0, reportRules.queryLength),
    weight: weight / queries.length,
  }));

/** Title and abstract: the patent as a whole. */
export const nearestTo = ({ title, abstract }: Pick<PatentDocument, 'title' | 'abstract'>) =>
  [title, abstract].filter((text) => text !== '').join('. ');
