import { alternativesOf, type SearchFilters } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { isNegative, termsOf } from './match-words.ts';
import { passagesOf } from './passages.ts';

/** Whether a document has the words that it must have, and none that it must not have. */
export type HasWanted = (document: PatentDocument) => boolean;

/** The test of a search by words; undefined if the filters have none. */
export function wordTest({ with_words, without_words }: SearchFilters): HasWanted | undefined {
  const wanted = alternativesOf(with_words).map(termsOf);
  const unwanted = alternativesOf(without_words).map(termsOf);
  if (wanted.length === 0 && unwanted.length === 0) return undefined;
  return (document) => {
    const texts = [document.title, ...passagesOf(document).map(({ text }) => text)];
    const read = texts.map((text) => ({ text, terms: termsOf(text) }));
    return (
      wanted.every((phrase) => read.some(({ terms }) => has(terms, phrase))) &&
      !unwanted.some((phrase) =>
        read.some(({ text, terms }) => has(terms, phrase) && !isAbsent(text, phrase)),
      )
    );
  };
}

/** The words of a phrase side by side. */
const has = (terms: readonly string[], phrase: readonly string[]): boolean =>
  phrase.length > 0 &&
  terms.some((_, start) => phrase.every((term, offset) => terms[start + offset] === term));

/** Words before a mention in which a negation takes it away: `without a fan`, `no pump or fan`. */
const negationReach = 30;

/** Whether a text mentions a phrase only to say that it is absent. */
function isAbsent(text: string, phrase: readonly string[]): boolean {
  if (!isNegative(text)) return false;
  const clauses = text.split(/[.;:,]|\bbut\b/);
  return clauses.every((clause) => {
    if (!has(termsOf(clause), phrase)) return true;
    const words = clause.split(/\s+/);
    const at = words.findIndex((word) => termsOf(word).includes(phrase[0]!));
    const before = words.slice(0, Math.max(at, 0)).join(' ').slice(-negationReach);
    return isNegative(before);
  });
}
