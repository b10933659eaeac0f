/** Words that say nothing about an invention. */
const stopWords = new Set(
  `a about above after again all also am an and another any anything are as at be because been before being below
  between both but by can could did do does doing down during each either every few find for from further
  get give given had has have having he her here him his how i if in including into invention inventions is it its itself
  just know like made make may me might more most must my need no nor not of off on once one only or other our out
  over own patent patents please prior art said same see she should show so some someone something such tell than
  that the their them then there these they thing things this those through thus to too under until up upon us use
  themselves himself herself myself yourself ourselves used uses using very want was we were what when where wherein whether which while who whom whose why will with
  within without would you your comprising comprises comprise least first second plurality configured
  wherein thereof therein document documents claim claims disclose discloses disclosed describe describes
  described mention mentions mentioned say says teach teaches application publication example embodiment look
  looking search searching method methods apparatus device devices system systems similar related anybody anyone already exist exists idea new novel help deal stuff
  ones newer newest older oldest details detail others explain simple words summarize summarise results`
    .split(/\s+/)
    .filter(Boolean),
);

/** A word without inflectional endings: plural, -ing, -ed. */
export function stem(word: string): string {
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(s|x|z|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  const base = singular
    .replace(/(?<=[a-z]{3})(?:ing|ed|er|or|able)$/, '')
    .replace(/(?<=[a-z]{3})e$/, '');
  return base.replace(/([b-df-hj-np-rtv-z])\1$/, '$1');
}

const wordPattern = /[\p{L}\p{N}]+/gu;

/** Stems of the words that are not stop words, in order, with duplicates. */
export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(wordPattern) ?? [];
  return words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem);
}

/** Distinct stems. */
export const stemSet = (text: string): Set<string> => new Set(stemsOf(text));

/**
 * Weight of each term of a question: rarer terms in the texts weigh more.
 * @returns weights by stem, all above 0
 */
export function weigh(terms: ReadonlySet<string>, texts: readonly string[]): Map<string, number> {
  const sets = texts.map(stemSet);
  const weights = new Map<string, number>();
  for (const term of terms) {
    const holders = sets.filter((set) => set.has(term)).length;
    weights.set(term, Math.log(1 + (sets.length + 1) / (holders + 0.5)));
  }
  return weights;
}

/** Share of the terms' weights that a text contains, 0 to 1. */
export function coverage(weights: ReadonlyMap<string, number>, text: string): number {
  const present = stemSet(text);
  let all = 0;
  let held = 0;
  for (const [term, weight] of weights) {
    all += weight;
    if (present.has(term)) held += weight;
  }
  return all === 0 ? 0 : held / all;
}
