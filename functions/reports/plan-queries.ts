import type { PatentDocument } from '#shared/patent-document.ts';
import type { Report, ReportClaim } from '#shared/report/report.ts';
import { fieldAndProblem } from './field-and-problem.ts';
import { reportRules } from './report-rules.ts';

type Query = Report['record']['queries'][number];

export interface PlannedQuery extends Pick<Query, 'source' | 'label' | 'text'> {
  /** Of its ranking in the fusion. */
  weight: number;
}

/** What of a patent the queries are made from. */
type Sought = Pick<PatentDocument, 'title' | 'abstract' | 'claims' | 'paragraphs'>;

/**
 * The queries by which art for a patent is sought. The subject comes first: title and abstract; title, preambles and the
 * beginning of the abstract; field and problem by the description. Then the independent claims and their elements. A
 * patent without claims here is sought by the sentences of its abstract.
 */
export function planQueries(
  patent: Sought,
  parsed: readonly Pick<ReportClaim, 'number' | 'independent' | 'elements'>[],
): PlannedQuery[] {
  const { claimQueries, claimsWeight, elementQueries, elementsWeight } = reportRules;
  const { abstract, claims } = patent;
  const independent = parsed.filter((claim) => claim.independent);
  const whole = independent.slice(0, claimQueries).map(({ number }) => ({
    source: 'claim' as const,
    label: String(number),
    text: claims.find((claim) => claim.number === number)!.text,
  }));
  const elements = independent
    .flatMap((claim) => claim.elements)
    .map(({ label, text }) => ({ source: 'element' as const, label, text }));
  const sentences = abstract
    .split(/(?<=[.;])\s+/)
    .map((text) => ({ source: 'passage' as const, label: null, text }));
  const main = {
    source: abstract ? ('abstract' as const) : ('title' as const),
    label: null,
    text: nearestTo(patent),
  };
  const subject = { source: 'subject' as const, label: null, text: subjectOf(patent, independent) };
  const field = { source: 'field' as const, label: null, text: fieldAndProblem(patent.paragraphs) };
  return [
    ...weighted([main], 1),
    ...weighted([subject], reportRules.subjectWeight),
    ...weighted([field], reportRules.fieldWeight),
    ...weighted(distinct(whole), claimsWeight),
    ...weighted(
      distinct(elements.length > 0 ? elements : sentences).slice(0, elementQueries),
      elementsWeight,
    ),
  ].filter(({ text }) => /\p{L}/u.test(text));
}

/** The first words of title, preambles and abstract: a drafter says there what it is about, and details later. */
function subjectOf(
  { title, abstract }: Sought,
  independent: readonly Pick<ReportClaim, 'elements'>[],
): string {
  const preambles = independent.flatMap(({ elements }) =>
    elements
      .filter(({ role }) => role === 'preamble')
      .map(({ text }) => firstWords(text, preambleWords)),
  );
  const text = [...new Set([title, ...preambles.slice(0, reportRules.claimQueries), abstract])]
    .filter((part) => part !== '')
    .join('. ');
  return firstWords(text, reportRules.subjectWords);
}

/** Longer preambles are claims without a transition that is recognised. */
const preambleWords = 12;

const firstWords = (text: string, count: number) => text.split(/\s+/).slice(0, count).join(' ');

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
