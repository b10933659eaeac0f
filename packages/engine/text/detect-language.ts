import { languagesOf } from './language-evidence.ts';
import type { Language } from './languages.ts';
import { stripAccents, tokenize } from './tokenize.ts';

/** Minimum share of words of a language for it to be detected by them. */
const MIN_EVIDENCE_SHARE = 0.04;

/** Word endings that are frequent in one language and rare in the others. */
const ENDINGS: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /(ung|ungen|keit|heit|lich|liche|lichen|isch|ische|ischen|schaft|chen|stoff)$/,
  en: /(ing|tion|tions|ity|ness|ous|ical|ally|ated|ized|ships?|ments|th|ght|ly)$/,
  es: /(cion|ciones|dad|dades|ado|ada|ados|adas|iento|mente|ando|iendo|encia)$/,
  fr: /(eux|euse|ique|iques|ement|eur|eurs|aire|aires|ees?|elle|ettes?|ienne|oire)$/,
  it: /(zione|zioni|ita|mento|menti|etto|ella|ale|ali|ggio|ezza|ico|ici|ando)$/,
  nl: /(heid|heden|lijk|lijke|schap|atie|teit|isch|ische|aars?|ijn|eerd)$/,
  pt: /(cao|coes|dade|dades|mente|eira|eiro|agem|ado|ada|encia|avel)$/,
};
/** Shorter words have endings by chance. */
const MIN_WORD = 6;
const MIN_WORDS = 200;
/** Share of the words with endings of the language. English without its stop words has .3, codes none. */
const MIN_ENDING_SHARE = 0.15;

/** Counts evidence for languages; returns the one with most if it reaches `minimum`. */
function most(found: ReadonlyMap<Language, number>, minimum: number): Language {
  let best: Language = 'und';
  for (const [language, weight] of found) {
    if (weight >= minimum && weight > (found.get(best) ?? 0)) best = language;
  }
  return best;
}

/**
 * Detects the language of texts by the share of words that tell it; by word endings if none do, as in texts whose stop words were removed. Returns `und` for names, codes and unsupported
 * languages.
 */
export function detectLanguage(texts: Iterable<string>): Language {
  const stops = new Map<Language, number>();
  const endings = new Map<Language, number>();
  let total = 0;
  let long = 0;
  for (const text of texts) {
    tokenize(text, (written) => {
      const word = stripAccents(written);
      total++;
      for (const language of languagesOf(word)) stops.set(language, (stops.get(language) ?? 0) + 1);
      if (word.length < MIN_WORD) return;
      long++;
      for (const [language, ending] of Object.entries(ENDINGS)) {
        if (!ending.test(word)) continue;
        endings.set(language as Language, (endings.get(language as Language) ?? 0) + 1);
      }
    });
  }
  const byStops = most(stops, total * MIN_EVIDENCE_SHARE);
  if (byStops !== 'und' || long < MIN_WORDS) return byStops;
  return most(endings, long * MIN_ENDING_SHARE);
}
