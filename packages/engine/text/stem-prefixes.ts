import { stripAccents } from './tokenize.ts';

/**
 * Arabic after "light10" (Larkey, Ballesteros, Connell, "Light stemming for Arabic information retrieval", 2007): forms of
 * letters that people exchange become one; "and", articles and prepositions before articles go, then endings, if two
 * letters are left, of a word with an article too.
 */
export function stemArabic(written: string): string {
  let word = stripAccents(written).replaceAll('ـ', '').replaceAll('ى', 'ي');
  word = word.replace(/^و(?=...)/, '').replace(/^(ال|وال|بال|كال|فال|لل)(?=..)/, '');
  for (const ending of ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي']) {
    if (word.endsWith(ending) && word.length - ending.length >= 2) {
      word = word.slice(0, -ending.length);
    }
  }
  return word;
}

/**
 * Hebrew: "and" and the article go if three letters are left, other letters that stand before a word (in, to, as, from, that) if
 * four are: shorter words begin with these by themselves too often.
 */
export function stemHebrew(written: string): string {
  let word = stripAccents(written);
  for (let shorter = ''; shorter !== word; ) {
    shorter = word;
    word = word.replace(/^[וה](?=.{3})/, '').replace(/^[בלכמש](?=.{4})/, '');
  }
  return word;
}

/** Particles of Korean nouns, of which several may follow each other, the longest first. */
const PARTICLES =
  /(으로부터|에서는|에게서|이라는|으로써|으로서|에서|에게|으로|까지|부터|처럼|보다|이나|라는|하고|에는|과|와|은|는|이|가|을|를|의|에|도|만|로)$/;

/** Korean: particles go as long as two syllables are left. */
export function stemKorean(word: string): string {
  let stem = word;
  for (let shorter = stem.replace(PARTICLES, ''); shorter !== stem && shorter.length >= 2; ) {
    stem = shorter;
    shorter = stem.replace(PARTICLES, '');
  }
  return stem;
}
