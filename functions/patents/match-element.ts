import type { PatentDocument } from '#shared/patent-document.ts';
import type { LikeTerms } from './like-terms.ts';
import {
  eachTerm,
  headOf,
  isNegative,
  isTelling,
  phrasesOf,
  type RarityOf,
  termsOf,
} from './match-words.ts';
import { type PatentPassage, passagesOf } from './passages.ts';
import { isWithin, type Quantity, quantitiesOf, withoutQuantities } from './quantities.ts';

/** How a passage is compared with an element. `docs/reports.md` has the measurements behind these numbers. */
export const matchRules = {
  /** What a word of a phrase counts that stands apart from the phrase's head noun, or without it, where one beside it counts 1. */
  apart: 0.3,
  /** Telling words that may stand between them beside those that do in the element. */
  between: 2,
  /** What the phrase of the element's head noun counts, where another one counts 1. */
  headPhrase: 2,
  /** Share of the words that stand side by side in the element, in the order of passages. */
  besideShare: 0.25,
  /** Weight of a number with a unit, where a word weighs its rarity. */
  quantityWeight: 4,
  /** Factor of a passage without the head noun of the element, or that says it is absent. */
  withoutHead: 0.5,
  /** Factor of a passage with a single word of an element of `severalWords` or more: one is met by chance. */
  oneWord: 0.33,
  severalWords: 3,
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
  /** Numbers with units, which a passage has if it tells a value that is within. */
  quantities: Quantity[];
  /** Of words and quantities together. */
  weight: number;
  /** Terms that stand side by side, with the rarities of both. */
  pairs: Map<string, number>;
  pairWeight: number;
  head: string | undefined;
  phrases: WantedPhrase[];
  isNegative: boolean;
  /** Terms of the claims that it depends on. */
  context: Map<string, number>;
  /** Terms that may stand for another one, by that. */
  likes: LikeTerms;
}

/** Words of an element that say one thing together. */
interface WantedPhrase {
  /** Terms with their rarities. The last one is the head noun. */
  terms: [string, number][];
  weight: number;
  /** Whether its head noun is that of the element. */
  isHead: boolean;
}

const noLikes: LikeTerms = new Map();

/**
 * @param text of an element
 * @param context words of the claims that it depends on, which help to choose between passages
 */
export function wantedOf(
  text: string,
  context: string,
  rarityOf: RarityOf,
  likes: LikeTerms = noLikes,
): Wanted {
  const { words: told, quantities } = readElement(text);
  const terms = termsOf(told);
  const words = new Map(terms.filter(isTelling).map((term) => [term, rarityOf(term)]));
  const pairs = new Map<string, number>();
  for (const [index, term] of terms.entries()) {
    const next = terms[index + 1];
    if (next === undefined || !isTelling(term) || !isTelling(next) || term === next) continue;
    pairs.set(`${term} ${next}`, rarityOf(term) + rarityOf(next));
  }
  const head = headOf(text);
  const found = phrasesOf(told);
  // Of several phrases with this noun, the first one is the element's.
  const ofHead = found.findIndex((one) => one.at(-1) === head);
  const phrases = found.map((one, at) => {
    const rarities = one.map((term): [string, number] => [term, rarityOf(term)]);
    return { terms: rarities, weight: sumOf(new Map(rarities)), isHead: at === ofHead };
  });
  const others = termsOf(context).filter((term) => isTelling(term) && !words.has(term));
  return {
    words,
    quantities,
    weight: sumOf(words) + matchRules.quantityWeight * quantities.length,
    pairs,
    pairWeight: sumOf(pairs),
    head,
    phrases,
    isNegative: isNegative(text),
    context: new Map(others.map((term) => [term, rarityOf(term)])),
    likes,
  };
}

/** The words of an element and its quantities, which are blanks among the words. Without other words they stay words. */
function readElement(text: string): { words: string; quantities: Quantity[] } {
  const quantities = quantitiesOf(text);
  const words = withoutQuantities(text, quantities);
  return termsOf(words).some(isTelling) ? { words, quantities } : { words: text, quantities: [] };
}

const sumOf = (weights: ReadonlyMap<string, number>) =>
  weights.values().reduce((sum, weight) => sum + weight, 0);

interface ReadPassage {
  passage: PatentPassage;
  terms: string[];
  /** The place of each term, counted in telling words; clauses are far from each other. */
  at: number[];
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
  const passages = passagesOf(document).map(readPassage);
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

const clauseEnd = /[.;:!?]/;
/** Words between clauses, more than any phrase has. */
const betweenClauses = 100;

function readPassage(passage: PatentPassage): ReadPassage {
  const terms: string[] = [];
  const at: number[] = [];
  let place = 0;
  let last = 0;
  eachTerm(passage.text, (term, start, end) => {
    if (clauseEnd.test(passage.text.slice(last, start))) place += betweenClauses;
    else if (isTelling(term)) place += 1;
    last = end;
    terms.push(term);
    at.push(place);
  });
  return { passage, terms, at };
}

/** A passage that has words of an element. */
export interface FoundPassage {
  passage: PatentPassage;
  /** How much of the element it has, 0 to 1: its phrases and its head noun. */
  match: number;
  /** Share of the element's phrases that it has, by the rarity of their words, 0 to 1. */
  share: number;
  /** The same of the phrase of its head noun. 0 without the head noun, 1 where the element has none. */
  headShare: number;
}

/** How far a term is in a set of terms: 1 if it is, else as far as one that may stand for it. */
const likenessIn = (
  term: string,
  likes: LikeTerms,
  terms: { has(term: string): boolean },
): number => (terms.has(term) ? 1 : (likes.get(term)?.find(([like]) => terms.has(like))?.[1] ?? 0));

/** The passages that match an element, best first. */
export function findPassages(
  { passages, firsts, places }: ReadDocument,
  wanted: Wanted,
  limit: number,
): FoundPassage[] {
  const { claimOrder, abstractOrder, closely, contextWeight } = matchRules;
  const own = new Float64Array(passages.length);
  const ownWords = new Uint16Array(passages.length);
  const all = new Float64Array(passages.length);
  /** The same of whole parts, at their first passage. */
  const around = new Float64Array(passages.length);
  /** Of each passage, the last term that was counted in it and in its part. */
  const counted: string[] = [];
  const countedAround: string[] = [];
  const add = (words: ReadonlyMap<string, number>, weight: number, isOwn: boolean) => {
    for (const [term, rarity] of words) {
      for (const [like, likeness] of [[term, 1] as const, ...(wanted.likes.get(term) ?? [])]) {
        for (const position of places.get(like) ?? []) {
          if (counted[position] === term) continue;
          counted[position] = term;
          all[position]! += weight * rarity * likeness;
          if (isOwn) {
            own[position]! += rarity * likeness;
            ownWords[position]! += 1;
          }
          const first = firsts[position]!;
          if (countedAround[first] === term) continue;
          countedAround[first] = term;
          around[first]! += weight * rarity * likeness;
        }
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
      const found = matchIn(read, wanted, own[position]!, ownWords[position]!);
      return { ...found, passage: read.passage, order: found.order + order(position) };
    })
    .toSorted((a, b) => b.order - a.order)
    .slice(0, limit)
    .map(({ order: _, ...found }) => found);
}

/**
 * @param met rarities of the words that the passage has
 * @param words how many they are
 * @returns with the order, which goes by words: a passage that says the same in other phrases shall be read, too
 */
function matchIn(
  read: ReadPassage,
  wanted: Wanted,
  met: number,
  words: number,
): Omit<FoundPassage, 'passage'> & { order: number } {
  const { passage, terms } = read;
  const { besideShare, quantityWeight, withoutHead, otherNegation } = matchRules;
  const { oneWord, severalWords } = matchRules;
  const quantities = metQuantities(wanted.quantities, passage.text).wanted.length;
  const ofWords = (met + quantityWeight * quantities) / (wanted.weight || 1);
  let pairsMet = 0;
  if (wanted.pairWeight > 0) {
    const beside = new Set(terms.map((term, index) => `${term} ${terms[index + 1] ?? ''}`));
    for (const [pair, weight] of wanted.pairs) if (beside.has(pair)) pairsMet += weight;
  }
  // An element of one word has no phrase to meet.
  const ofPairs = wanted.pairWeight > 0 ? pairsMet / wanted.pairWeight : ofWords;
  const head =
    wanted.head === undefined ? 1 : likenessIn(wanted.head, wanted.likes, new Set(terms));
  const isOtherwise = wanted.isNegative !== isNegative(passage.text);
  const factor =
    (withoutHead + (1 - withoutHead) * head) *
    (words + quantities < 2 && wanted.words.size >= severalWords ? oneWord : 1) *
    (wanted.isNegative && isOtherwise ? otherNegation : 1);
  const { share, headShare } = phrasesIn(read, wanted, quantities);
  return {
    match: share * factor,
    share,
    headShare: head === 0 ? 0 : headShare,
    order: ((1 - besideShare) * ofWords + besideShare * ofPairs) * factor,
  };
}

/** Which shares of an element's phrases and of that of its head noun a passage has. @param quantities that it meets */
function phrasesIn(
  { terms, at }: ReadPassage,
  { phrases, quantities: sought, likes }: Wanted,
  quantities: number,
): Pick<FoundPassage, 'share' | 'headShare'> {
  const { quantityWeight, headPhrase } = matchRules;
  const places = new Map<string, number[]>();
  for (const [index, term] of terms.entries()) {
    const list = places.get(term);
    if (list) list.push(at[index]!);
    else places.set(term, [at[index]!]);
  }
  let met = quantityWeight * quantities;
  let whole = quantityWeight * sought.length;
  let headShare = 1;
  for (const { terms: own, weight, isHead } of phrases) {
    const has = phraseIn(own, places, likes);
    if (isHead) headShare = phraseIn(own, places, likes, 0) / (weight || 1);
    met += (isHead ? headPhrase : 1) * has;
    whole += (isHead ? headPhrase : 1) * weight;
  }
  return { share: met / (whole || 1), headShare };
}

/** Rarities of the words of a phrase that a passage has, together: those apart from the head noun count less. */
function phraseIn(
  phrase: readonly [string, number][],
  places: ReadonlyMap<string, number[]>,
  likes: LikeTerms,
  apart: number = matchRules.apart,
): number {
  const { between } = matchRules;
  const found = phrase.map(([term, rarity], index) => {
    const like = likes.get(term)?.find(([other]) => places.has(other));
    const [met, likeness] = places.has(term) ? [term, 1] : (like ?? ['', 0]);
    const reach = phrase.length - 1 - index + between;
    return { at: places.get(met) ?? [], weight: rarity * likeness, reach };
  });
  const heads = found.at(-1)!.at;
  const loose = found.reduce((sum, { weight }) => sum + apart * weight, 0);
  return heads.reduce((best, head) => {
    const together = found.reduce((sum, { at, weight, reach }) => {
      const isNear = at.some((one) => Math.abs(one - head) <= reach);
      return sum + (isNear ? weight : apart * weight);
    }, 0);
    return Math.max(best, together);
  }, loose);
}

/** Of wanted quantities, those that a text meets, and those of the text that do. */
function metQuantities(wanted: readonly Quantity[], text: string) {
  if (wanted.length === 0) return { wanted: [], told: [] };
  const told = quantitiesOf(text);
  return {
    wanted: wanted.filter((one) => told.some((other) => isWithin(one, other))),
    told: told.filter((other) => wanted.some((one) => isWithin(one, other))),
  };
}

/** Where a passage has words of an element, others that may stand for them, or its quantities: `[start, end)` in its text. */
export function metRanges(text: string, { words, likes, quantities }: Wanted): [number, number][] {
  const terms = new Set(words.keys());
  for (const term of words.keys()) for (const [like] of likes.get(term) ?? []) terms.add(like);
  const found: [number, number][] = metQuantities(quantities, text).told.map(({ start, end }) => [
    start,
    end,
  ]);
  eachTerm(text, (term, start, end) => {
    if (terms.has(term)) found.push([start, end]);
  });
  const ranges: [number, number][] = [];
  for (const range of found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (range[0] >= (ranges.at(-1)?.[1] ?? 0)) ranges.push(range);
  }
  return ranges;
}

/** What of an element a passage has, as it stands in the element, each once: words, and numbers with units. */
export function metWords(element: string, passage: string, likes: LikeTerms = noLikes): string[] {
  const { words, quantities } = readElement(element);
  const has = new Set(termsOf(passage));
  const met = new Map<string, string>();
  eachTerm(words, (term, start, end) => {
    if (isTelling(term) && likenessIn(term, likes, has) > 0 && !met.has(term))
      met.set(term, element.slice(start, end));
  });
  const numbers = metQuantities(quantities, passage).wanted.map(({ start, end }) =>
    element.slice(start, end),
  );
  return [...new Set([...met.values(), ...numbers])];
}
