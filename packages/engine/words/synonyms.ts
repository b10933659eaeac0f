import { crc32 } from 'node:zlib';
import type { Analyzer } from '../text/analyze.ts';
import type { Language } from '../text/languages.ts';
import {
  type AnalyzedQuery,
  MAX_PAIRS,
  MAX_PLACES,
  type QueryWord,
  queryWords,
} from './analyze-query.ts';

/** Words or phrases that are searched as others, too. */
export interface SynonymEntry {
  /** Each is searched as all others, too; with `means`, only as what that lists. */
  readonly words: readonly string[];
  readonly means?: readonly string[];
}

/** A word or phrase as its owner writes it, with its terms. */
interface Phrase {
  readonly text: string;
  readonly terms: readonly string[];
}

/** A word or phrase of a query, and what it is searched as, too. */
export interface FoundPhrase extends Phrase {
  /** Where it begins among the words of the query, ascending. */
  readonly places: readonly number[];
  readonly synonyms: readonly Phrase[];
}

/** Terms that synonyms add to a query at most, because each costs a posting list. */
export const MAX_SYNONYM_TERMS = 64;

/** An entry of the table: a phrase and its synonyms. */
interface KnownPhrase extends Phrase {
  readonly synonyms: Phrase[];
}

/**
 * Synonyms as the owner of an index lists them. They apply to queries, so a change of the list needs no build. They do not go on
 * from one entry to the next: of `a = b` and `b = c`, a query for `a` is not searched as `c`.
 */
export class Synonyms {
  /** Tells lists apart. */
  readonly version: number;
  readonly #entries: readonly SynonymEntry[];
  readonly #tables = new Map<Language, ReadonlyMap<string, readonly KnownPhrase[]>>();

  constructor(entries: readonly SynonymEntry[]) {
    this.#entries = entries;
    this.version = crc32(JSON.stringify(entries));
  }

  /** Phrases by their first term, the longest first. */
  #tableOf(analyzer: Analyzer): ReadonlyMap<string, readonly KnownPhrase[]> {
    const known = this.#tables.get(analyzer.language);
    if (known) return known;
    const phraseOf = (text: string): Phrase => ({
      text,
      terms: queryWords(text, analyzer).map(({ term }) => term),
    });
    const byTerms = new Map<string, KnownPhrase>();
    for (const { words, means } of this.#entries) {
      const sources = words.map(phraseOf);
      const targets = means?.map(phraseOf) ?? sources;
      for (const source of sources) {
        const key = source.terms.join(' ');
        const others = targets.filter(({ terms }) => terms.length > 0 && terms.join(' ') !== key);
        if (key === '' || others.length === 0) continue;
        const entry = byTerms.get(key) ?? { ...source, synonyms: [] };
        const listed = new Set(entry.synonyms.map(({ terms }) => terms.join(' ')));
        entry.synonyms.push(...others.filter(({ terms }) => !listed.has(terms.join(' '))));
        byTerms.set(key, entry);
      }
    }
    const longestFirst = [...byTerms.values()].sort((a, b) => b.terms.length - a.terms.length);
    const table = Map.groupBy(longestFirst, ({ terms }) => terms[0]!);
    this.#tables.set(analyzer.language, table);
    return table;
  }

  /** The phrases of a query that have synonyms: of several that begin with a word, the longest. */
  of(words: readonly QueryWord[], analyzer: Analyzer): FoundPhrase[] {
    const table = this.#tableOf(analyzer);
    const places = new Map<KnownPhrase, number[]>();
    for (let from = 0; from < words.length; ) {
      const phrase = table
        .get(words[from]!.term)
        ?.find(({ terms }) => terms.every((term, i) => words[from + i]?.term === term));
      if (phrase) places.set(phrase, [...(places.get(phrase) ?? []), from]);
      from += phrase?.terms.length ?? 1;
    }
    let left = MAX_SYNONYM_TERMS;
    return Array.from(places, ([phrase, begins]) => ({
      ...phrase,
      places: begins,
      synonyms: phrase.synonyms.filter(({ terms }) => {
        left -= terms.length;
        return left >= 0;
      }),
    }));
  }
}

/** What a word or phrase of a query was searched as, too, as the owner of the list writes both. */
export interface UsedSynonyms {
  readonly word: string;
  readonly synonyms: readonly string[];
}

/** How synonyms apply to a query of an index. */
export interface AppliedSynonyms {
  /** The words of the query, of which phrases that the index does not know are replaced by a synonym. */
  readonly words: readonly QueryWord[];
  readonly used: readonly UsedSynonyms[];
  /** Adds what is searched beside these words to the query that they have become. */
  addTo(query: AnalyzedQuery): AnalyzedQuery;
}

/** Words of a query that stand for a phrase of the list. */
interface Group {
  /** The phrase; undefined if the others are the same word in other languages. */
  readonly text?: string;
  /** Those that the query has for it. */
  readonly terms: readonly string[];
  /** The synonym that replaces the phrase, if the index knows none of its words. */
  readonly substitute: Phrase | undefined;
  readonly others: readonly Phrase[];
}

/**
 * Applies synonyms. Those with a word that the index does not know are left out.
 * @param found phrases of the query
 * @param factorOf what a word of weight 1 weighs in the index: its idf and burstiness. 0 if it is unknown
 */
export function applySynonyms(
  words: readonly QueryWord[],
  found: readonly FoundPhrase[],
  factorOf: (term: string) => number,
): AppliedSynonyms {
  const isKnown = (term: string) => factorOf(term) > 0;
  const replaced: QueryWord[][] = words.map((word) => [word]);
  const groups = found.flatMap(({ text, terms, places, synonyms }): Group[] => {
    const usable = synonyms.filter((one) => one.terms.every(isKnown));
    if (usable.length === 0) return [];
    if (terms.some(isKnown)) return [{ text, terms, substitute: undefined, others: usable }];
    const [substitute, ...others] = usable;
    for (const place of places) {
      replaced.fill([], place, place + terms.length);
      replaced[place] = substitute!.terms.map((term) => ({ term, request: false, stop: false }));
    }
    return [{ text, terms: substitute!.terms, substitute, others }];
  });
  return {
    words: replaced.flat(),
    used: groups.map(({ text, substitute, others }) => ({
      word: text!,
      synonyms: [...(substitute ? [substitute] : []), ...others].map((one) => one.text),
    })),
    addTo: (query) => addGroups(query, groups, factorOf),
  };
}

/** Most terms that other languages add to a query, because each costs a posting list. */
const MAX_FORMS = 64;

/**
 * Words with the term of the first language in which the index knows them. A function word of one language that it does not know in another
 * is left out, unless nothing remains.
 */
export function knownForms(
  words: readonly QueryWord[],
  isKnown: (term: string) => boolean,
): readonly QueryWord[] {
  const chosen = words.flatMap((word): QueryWord[] => {
    if (!word.forms) return [word];
    const [term, ...forms] = [word.term, ...word.forms].filter(isKnown);
    if (term === undefined) return word.request ? [] : [word];
    return [{ ...word, term, forms }];
  });
  return chosen.length > 0 ? chosen : words;
}

/** Adds the terms that words of a query have in other languages, like synonyms. */
export function addForms(
  query: AnalyzedQuery,
  words: readonly QueryWord[],
  factorOf: (term: string) => number,
): AnalyzedQuery {
  const groups = words.flatMap(({ term, forms = [] }): Group[] =>
    forms.length === 0
      ? []
      : [
          {
            terms: [term],
            substitute: undefined,
            others: forms.map((form) => ({ text: form, terms: [form] })),
          },
        ],
  );
  return groups.length > 0 ? addGroups(query, groups.slice(0, MAX_FORMS), factorOf) : query;
}

/**
 * Adds synonyms as alternatives of the words that they stand beside. All words of one weigh at most as much together as those,
 * so that a rare synonym brings no row before one with the word itself. In vectors a word and its synonyms share its weight.
 */
function addGroups(
  query: AnalyzedQuery,
  groups: readonly Group[],
  factorOf: (term: string) => number,
): AnalyzedQuery {
  const terms = query.terms.slice();
  const weights = Array.from(query.weights);
  const pairs = query.pairs.slice();
  const alternatives = new Set(query.alternatives);
  const shares: number[] = weights.map(() => 1);
  const synonyms = new Map<number, string>();
  const addPair = (first: number, second: number) => {
    if (first >= 0 && second >= 0 && first !== second && pairs.length < MAX_PAIRS)
      pairs.push([first, second]);
  };
  for (const { text, terms: own, substitute, others } of groups) {
    const places = own.map((term) => terms.indexOf(term)).filter((place) => place >= 0);
    if (places.length === 0) continue;
    if (substitute && text !== undefined) for (const place of places) synonyms.set(place, text);
    const total = places.reduce((sum, place) => sum + weights[place]! * factorOf(terms[place]!), 0);
    const mean = places.reduce((sum, place) => sum + weights[place]!, 0) / places.length;
    const share = 1 / (1 + others.length);
    for (const place of places) shares[place] = Math.min(shares[place]!, share);
    for (const other of others) {
      const fresh = [...new Set(other.terms)].filter((term) => !terms.includes(term));
      if (terms.length + fresh.length > MAX_PLACES) break;
      const sum = fresh.reduce((all, term) => all + mean * factorOf(term), 0);
      const weight = mean * Math.min(1, total / sum);
      for (const term of fresh) {
        alternatives.add(terms.length);
        if (text !== undefined) synonyms.set(terms.length, text);
        terms.push(term);
        weights.push(weight);
        shares.push(share);
      }
      const added = other.terms.map((term) => terms.indexOf(term));
      if (fresh.length === 0) continue;
      for (let i = 1; i < added.length; i++) addPair(added[i - 1]!, added[i]!);
      // It stands where the phrase stands.
      for (const [first, second] of query.pairs) {
        if (second === places[0] && !places.includes(first)) addPair(first, added[0]!);
        if (first === places.at(-1) && !places.includes(second)) addPair(added.at(-1)!, second);
      }
    }
  }
  const all = Float64Array.from(weights);
  const meaning = all.map((weight, i) => weight * shares[i]!);
  return { terms, weights: all, meaning, pairs, alternatives, synonyms };
}
