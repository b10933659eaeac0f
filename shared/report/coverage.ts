import { isCombinable } from './date-tiers.ts';
import { evidences } from './evidences.ts';
import type { ClaimElement, Coverage, Evidence, Reference, ReportClaim } from './report.ts';
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
/** Ways to read a claim that depends on one of several, and claims that each is traced through. */
const mostReadings = 8;
const mostAncestors = 50;

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
 * (one of them where it names several), is found in full in one of them: by a person's mark, else by a model's
 * judgement, else by a strong text match; `evidence` says by which. An element with alternatives is met by one of them,
 * and what is optional need not be there. Preambles are charted and not counted, except before `the improvement
 * comprising`: most only name the kind of thing, and a second reference that only does the same would be no reason to
 * combine. The smallest sets are listed, by their weakest element and then in the order of the art. References with unknown dates are not used, and
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
      const found = firstReadings(claim, claims).flatMap((chain) => {
        const rows = chain.flatMap(requiredLabels).map(rowOf);
        return smallestSets(rows, usable).map(({ set, weakest }) => ({
          claim: claim.number,
          ucids: set.map((index) => usable[index]!.ucid),
          weakest,
          evidence: evidenceOf(rows, set),
        }));
      });
      return bestSets(found);
    }),
  };
}

/** The smallest sets of all readings of a claim, each once, by their weakest element. */
function bestSets(found: Coverage['covering']): Coverage['covering'] {
  const size = Math.min(...found.map(({ ucids }) => ucids.length));
  // The order of combinations decides between equals: toSorted is stable.
  const sorted = found
    .filter(({ ucids }) => ucids.length === size)
    .toSorted((a, b) => b.weakest.score - a.weakest.score);
  const keys = sorted.map(({ ucids }) => ucids.join(' '));
  const once = sorted.filter((_, index) => keys.indexOf(keys[index]!) === index);
  return size === 1 ? once : once.slice(0, mostSets);
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

/** Labels of what must be there; of all elements where a claim has nothing else. */
function requiredLabels({ elements }: Pick<ReportClaim, 'elements'>): string[] {
  const required = elements.filter(({ role, traits = [] }) =>
    role === 'limitation' ? !traits.includes('optional') : traits.includes('known'),
  );
  return (required.length > 0 ? required : elements).map(({ label }) => label);
}

function firstReadings(claim: Chart['claims'][number], claims: Chart['claims']) {
  const readings: Chart['claims'][] = [];
  for (const reading of readingsOf(claim, claims)) {
    readings.push(reading);
    if (readings.length === mostReadings) break;
  }
  return readings;
}

/** A claim with the claims that it depends on, for each claim that it may depend on. */
function* readingsOf(
  claim: Chart['claims'][number],
  claims: Chart['claims'],
  depth = 0,
): Generator<Chart['claims']> {
  // Only earlier claims count, so that no claim depends on itself.
  const parents = claims.filter(
    ({ number }) => number < claim.number && claim.dependsOn.includes(number),
  );
  if (parents.length === 0 || depth === mostAncestors) yield [claim];
  for (const parent of depth === mostAncestors ? [] : parents) {
    for (const chain of readingsOf(parent, claims, depth + 1)) yield [claim, ...chain];
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

/** All sets of the smallest size that cover every row. */
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
    if (found.length > 0) return found;
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

/** The element whose best score is the lowest; undefined if the set lacks one. */
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
