import type { PatentDocument } from '#shared/patent-document.ts';
import { eachTerm, headOf, isNegative, isTelling, type RarityOf, termsOf } from './match-words.ts';
import { type PatentPassage, passagesOf } from './passages.ts';

/** How a passage is compared with an element. `docs/reports.md` has the measurements behind these numbers. */
export const matchRules = {
  /** Share of the words that stand side by side in the element, of the whole match. */
  phraseShare: 0.25,
  /** Factor of a passage without the head noun of the element, or that says it is absent. */
  withoutHead: 0.5,
  /** Factor of a passage that says nothing is absent where the element does, or the other way round. */
  otherNegation: 0.7,
  /**
   * Weight in the order of passages of a word of the parent claims, and of the words of the whole paragraph, where an own
   * word of the passage weighs 1.
   */
  contextWeight: 0.5,
  /** Factors in the order of passages: claims and abstract say in short what the description explains. */
  claimOrder: 0.8,
  abstractOrder: 0.9,
  /** Passages that are compared closely, those with the most words. */
  closely: 40,
} as const;

/** An element, ready to be looked for. */
export interface Wanted {
  /** Telling terms with their rarities. */
  words: Map<string, number>;
  weight: number;
  /** Terms that stand side by side, with the rarities of both. */
  pairs: Map<string, number>;
  pairWeight: number;
  head: string | undefined;
  isNegative: boolean;
  /** Terms of the claims that it depends on. */
  context: Map<string, number>;
}

/**
 * @param text of an element
 * @param context words of the claims that it depends on, which help to choose between passages
 */
export function wantedOf(text: string, context: string, rarityOf: RarityOf): Wanted {
  const terms = termsOf(text);
  const words = new Map(terms.filter(isTelling).map((term) => [term, rarityOf(term)]));
  const pairs = new Map<string, number>();
  for (const [index, term] of terms.entries()) {
    const next = terms[index + 1];
    if (next === undefined || !isTelling(term) || !isTelling(next) || term === next) continue;
    pairs.set(`${term} ${next}`, rarityOf(term) + rarityOf(next));
  }
  const others = termsOf(context).filter((term) => isTelling(term) && !words.has(term));
  return {
    words,
    weight: sumOf(words),
    pairs,
    pairWeight: sumOf(pairs),
    head: headOf(text),
    isNegative: isNegative(text),
    context: new Map(others.map((term) => [term, rarityOf(term)])),
  };
}

const sumOf = (weights: ReadonlyMap<string, number>) =>
  weights.values().reduce((sum, weight) => sum + weight, 0);

interface ReadPassage {
  passage: PatentPassage;
  terms: string[];
}

/** A document with the passages of each term. */
export interface ReadDocument {
  passages: ReadPassage[];
  /** Of each passage, the position of the first one of its part: of the same paragraph, claim or abstract. */
  firsts: number[];
  /** Positions of passages, ascending, by term. */
  places: Map<string, number[]>;
}

export function readDocument(document: PatentDocument): ReadDocument {
  const passages = passagesOf(document).map((passage) => ({
    passage,
    terms: termsOf(passage.text),
  }));
  const places = new Map<string, number[]>();
  const firsts: number[] = [];
  for (const [position, { passage, terms }] of passages.entries()) {
    const before = passages[position - 1]?.passage;
    const isFirst = before?.part !== passage.part || before.number !== passage.number;
    firsts.push(isFirst ? position : firsts[position - 1]!);
    for (const term of terms) {
      const list = places.get(term) ?? [];
      if (list.at(-1) !== position) list.push(position);
      places.set(term, list);
    }
  }
  return { passages, firsts, places };
}

/** A passage that has words of an element. */
export interface FoundPassage {
  passage: PatentPassage;
  /** How much of the element it has, 0 to 1. */
  match: number;
}

/** How much of an element a document has anywhere, 0 to 1. */
export const shareIn = ({ places }: ReadDocument, { words, weight }: Wanted): number =>
  sumOf(new Map([...words].filter(([term]) => places.has(term)))) / (weight || 1);

/** The passages that match an element, best first. */
export function findPassages(
  { passages, firsts, places }: ReadDocument,
  wanted: Wanted,
  limit: number,
): FoundPassage[] {
  const { claimOrder, abstractOrder, closely, contextWeight } = matchRules;
  const own = new Float64Array(passages.length);
  const all = new Float64Array(passages.length);
  /** The same of whole parts, at their first passage. */
  const around = new Float64Array(passages.length);
  const add = (words: ReadonlyMap<string, number>, weight: number, isOwn: boolean) => {
    for (const [term, rarity] of words) {
      let last = -1;
      for (const position of places.get(term) ?? []) {
        all[position]! += weight * rarity;
        if (isOwn) own[position]! += rarity;
        const first = firsts[position]!;
        if (first !== last) around[first]! += weight * rarity;
        last = first;
      }
    }
  };
  add(wanted.words, 1, true);
  add(wanted.context, contextWeight, false);
  const some = Array.from(own.keys()).filter((position) => own[position]! > 0);
  const whole = wanted.weight + contextWeight * sumOf(wanted.context) || 1;
  const order = (position: number) => {
    const { part } = passages[position]!.passage;
    const factor = part === 'claim' ? claimOrder : part === 'abstract' ? abstractOrder : 1;
    const words = all[position]! + contextWeight * around[firsts[position]!]!;
    return (factor * words) / (whole * (1 + contextWeight));
  };
  return some
    .toSorted((a, b) => order(b) - order(a))
    .slice(0, closely)
    .map((position) => {
      const read = passages[position]!;
      const match = matchIn(read, wanted, own[position]!);
      return { passage: read.passage, match, order: match + order(position) };
    })
    .toSorted((a, b) => b.order - a.order)
    .slice(0, limit)
    .map(({ passage, match }) => ({ passage, match }));
}

/** @param met rarities of the words that the passage has */
function matchIn({ passage, terms }: ReadPassage, wanted: Wanted, met: number): number {
  const { phraseShare, withoutHead, otherNegation } = matchRules;
  const share = met / (wanted.weight || 1);
  let pairsMet = 0;
  if (wanted.pairWeight > 0) {
    const beside = new Set(terms.map((term, index) => `${term} ${terms[index + 1] ?? ''}`));
    for (const [pair, weight] of wanted.pairs) if (beside.has(pair)) pairsMet += weight;
  }
  // An element of one word has no phrase to meet.
  const phrases = wanted.pairWeight > 0 ? pairsMet / wanted.pairWeight : share;
  const hasHead = wanted.head === undefined || terms.includes(wanted.head);
  const isOtherwise = wanted.isNegative !== isNegative(passage.text);
  return (
    ((1 - phraseShare) * share + phraseShare * phrases) *
    (hasHead ? 1 : withoutHead) *
    (wanted.isNegative && isOtherwise ? otherNegation : 1)
  );
}

/** Where a passage has words of an element: `[start, end)` in its text. */
export function metRanges(text: string, { words }: Wanted): [number, number][] {
  const ranges: [number, number][] = [];
  eachTerm(text, (term, start, end) => {
    const last = ranges.at(-1);
    if (words.has(term) && (!last || start >= last[1])) ranges.push([start, end]);
  });
  return ranges;
}

/** The words of an element that a passage has, as they stand in the element, each once. */
export function metWords(element: string, passage: string): string[] {
  const has = new Set(termsOf(passage));
  const met = new Map<string, string>();
  eachTerm(element, (term, start, end) => {
    if (isTelling(term) && has.has(term) && !met.has(term))
      met.set(term, element.slice(start, end));
  });
  return [...met.values()];
}
