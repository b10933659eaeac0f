import { isCombinable } from './date-tiers.ts';
import {
  type ClaimElement,
  type Coverage,
  type Evidence,
  evidences,
  type Reference,
  type ReportClaim,
} from './report.ts';
import { type MarkedCell, standingOf } from './standing.ts';

/** What coverage is computed from. Also of a chart on which people have said what they found. */
export interface Chart {
  claims: readonly Pick<
    ReportClaim,
    'number' | 'dependsOn' | 'charted' | 'independent' | 'elements'
  >[];
  /** Best first. */
  art: readonly Pick<Reference, 'ucid' | 'tier' | 'provision'>[];
  chart: readonly Pick<MarkedCell, 'element' | 'ucid' | 'grade' | 'score' | 'judgement' | 'mark'>[];
}

/** Larger combinations tell nothing. */
const mostCombined = 4;
/** Combinations that are listed for a claim. */
const mostSets = 5;

/**
 * Labels of a claim's elements that may have rows in the chart. The preamble of a dependent claim only names
 * the claim it depends on.
 */
export const chartedLabels = ({
  independent,
  elements,
}: Pick<ReportClaim, 'independent' | 'elements'>): string[] =>
  elements.filter(({ role }) => independent || role === 'limitation').map(({ label }) => label);

/** The elements that have rows in the chart, in their order. */
export const chartedElements = (claims: readonly ReportClaim[]): ClaimElement[] =>
  claims
    .filter(({ charted }) => charted)
    .flatMap((claim) => {
      const labels = chartedLabels(claim);
      return claim.elements.filter(({ label }) => labels.includes(label));
    });

/**
 * What the references cover together. A set covers a claim if each of its limitations, and of the claims it depends on
 * (the first one where it names several), is found in full in one of them: by a person's mark, else by a model's
 * judgement, else by a strong text match; `evidence` says by which. Preambles are charted and not counted: most
 * only name the kind of thing, and a second reference that only does the same would be no reason to combine. The smallest sets are listed, by
 * their weakest element and then in the order of the art. References with unknown dates are not used, and
 * those that count for novelty only stand alone.
 */
export function findCoverage({ claims, art, chart }: Chart): Coverage {
  const charted = claims.filter((claim) => claim.charted);
  const cells = new Map(chart.map((cell) => [`${cell.element} ${cell.ucid}`, cell]));
  const best = new Map<string, number>();
  for (const cell of chart) {
    const extent = ['none', 'part', 'full'].indexOf(standingOf(cell).extent);
    best.set(cell.element, Math.max(best.get(cell.element) ?? 0, extent));
  }
  const labels = charted.flatMap(chartedLabels);
  const usable = art.filter(({ tier }) => tier !== 'unknown');
  const rowOf = (label: string): Row => {
    const own = usable.map(({ ucid }) => cells.get(`${label} ${ucid}`));
    const standings = own.map((cell) => cell && standingOf(cell));
    return {
      label,
      scores: own.map((cell, index) => (standings[index]?.extent === 'full' ? cell!.score : -1)),
      evidence: standings.map((standing) => standing?.evidence ?? 'text'),
    };
  };
  return {
    uncovered: labels.filter((label) => (best.get(label) ?? 0) === 0),
    partly: labels.filter((label) => best.get(label) === 1),
    covering: charted.flatMap((claim) => {
      const required = withAncestors(claim, claims).flatMap(requiredLabels);
      const rows = required.map(rowOf);
      return smallestSets(rows, usable).map(({ set, weakest }) => ({
        claim: claim.number,
        ucids: set.map((index) => usable[index]!.ucid),
        weakest,
        evidence: evidenceOf(rows, set),
      }));
    }),
  };
}

/** X, Y or A by the sets for independent claims that a reference is in. */
export function categoryOf(
  ucid: string,
  { covering }: Coverage,
  claims: readonly Pick<ReportClaim, 'number' | 'independent'>[],
): 'X' | 'Y' | 'A' {
  const independent = claims.filter((claim) => claim.independent).map(({ number }) => number);
  const sizes = covering
    .filter(({ claim, ucids }) => independent.includes(claim) && ucids.includes(ucid))
    .map(({ ucids }) => ucids.length);
  if (sizes.includes(1)) return 'X';
  return sizes.length > 0 ? 'Y' : 'A';
}

/** Labels of the limitations; of all elements where a claim has none. */
function requiredLabels({ elements }: Pick<ReportClaim, 'elements'>): string[] {
  const limitations = elements.filter(({ role }) => role === 'limitation');
  return (limitations.length > 0 ? limitations : elements).map(({ label }) => label);
}

function withAncestors(claim: Chart['claims'][number], claims: Chart['claims']) {
  const chain = [claim];
  for (;;) {
    const parent = chain.at(-1)!.dependsOn[0];
    const next = claims.find(({ number }) => number === parent);
    if (!next || chain.includes(next)) return chain;
    chain.push(next);
  }
}

interface Row {
  label: string;
  /** By reference; -1 where it does not have the whole element. */
  scores: number[];
  /** By reference: what says so. */
  evidence: Evidence[];
}

interface CoveringSet {
  /** Positions of references, ascending. */
  set: number[];
  weakest: Coverage['covering'][number]['weakest'];
}

/** All sets of the smallest size that cover every row, the best of them. */
function smallestSets(rows: readonly Row[], art: Chart['art']): CoveringSet[] {
  const helpful = art.flatMap((_, index) =>
    rows.some(({ scores }) => scores[index]! >= 0) ? [index] : [],
  );
  if (rows.some(({ scores }) => scores.every((score) => score < 0))) return [];
  for (let size = 1; size <= mostCombined; size++) {
    const pool = size === 1 ? helpful : helpful.filter((index) => isCombinable(art[index]!));
    const found = combinations(pool, size).flatMap((set) => {
      const weakest = weakestOf(rows, set);
      return weakest ? [{ set, weakest }] : [];
    });
    const [first] = found;
    if (!first) continue;
    // The order of combinations decides between equals: toSorted is stable.
    const sorted = found.toSorted((a, b) => b.weakest.score - a.weakest.score);
    return size === 1 ? sorted : sorted.slice(0, mostSets);
  }
  return [];
}

/** What says that a set has the elements: for each element, the reference that has it with the best score. */
function evidenceOf(rows: readonly Row[], set: readonly number[]): Evidence[] {
  const used = rows.map(({ scores, evidence }) => {
    const best = set.reduce((one, other) => (scores[other]! > scores[one]! ? other : one));
    return evidence[best]!;
  });
  return evidences.filter((one) => used.includes(one));
}

/** The element with the least best score; undefined if the set lacks one. */
function weakestOf(rows: readonly Row[], set: readonly number[]) {
  let weakest: CoveringSet['weakest'] | undefined;
  for (const { label, scores } of rows) {
    const score = Math.max(...set.map((index) => scores[index]!));
    if (score < 0) return undefined;
    if (!weakest || score < weakest.score) weakest = { label, score };
  }
  return weakest;
}

/** All ways to take `size` of the items, in their order. */
function combinations(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, position) =>
    combinations(items.slice(position + 1), size - 1).map((rest) => [item, ...rest]),
  );
}
