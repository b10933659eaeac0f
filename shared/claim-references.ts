/** In the languages of European patents. */
const one = '(?:claim|(?:patent)?anspruch|revendication)';
const several = '(?:claims|(?:patent)?ansprüchen?|revendications)';
const to = '(?:-|–|to|through|bis|à)';
const or = String.raw`(?:and\/or|und\/oder|et\/ou|and|or|und|oder|et|ou)`;
const between = String.raw`\s*(?:${to}|${or})\s*(?:(?:${one}|${several})\s+)?`;
const comma = String.raw`\s*,\s*(?:${or}\s+)?`;

/**
 * `claim 3`, `claim 1 or 2`, `claims 1 to 4`, `any one of claims 1, 3 or 5 to 7`. Only the plural takes commas: `claim
 * 1, 20 mm wide` has a measure after it.
 */
const reference = new RegExp(
  String.raw`\b${one}\s+(\d+(?:${between}\d+)*)|\b${several}\s+(\d+(?:(?:${between}|${comma})\d+)*)`,
  'gi',
);
const range = new RegExp(String.raw`(\d+)(?:\s*${to}\s*(?:(?:${one}|${several})\s+)?(\d+))?`, 'gi');

/** `according to any of the preceding claims`, `nach einem der vorhergehenden Ansprüche`. */
const allBefore =
  /\b(?:preceding|previous|foregoing|above)\s+claims?\b|\bclaims?\s+(?:above|before)\b|\b(?:vorhergehende|vorangehende|vorangegangene|vorstehende|vorherige|obige)[nmrs]?\s+(?:patent)?ansprüchen?|\brevendications?\s+(?:précédente|antérieure)s?/i;

/** `The method for joining panels of claim 1, wherein …`: what stands before the last word says nothing of its own. */
const lead = new RegExp(
  String.raw`^[^,;:]{0,300}?(?:${reference.source})\s*,?\s+(?=wherein\b|whereby\b|characteri[sz]ed\b)`,
  'i',
);

/** The words of a claim without those that name other claims: every patent has them. */
export const withoutClaimReferences = (text: string): string =>
  text.replace(lead, '').replaceAll(reference, ' ').replaceAll(new RegExp(allBefore, 'gi'), ' ');

/** Limit against hostile texts that would exhaust memory. No real claim refers to as many. */
const mostReferences = 1000;

/**
 * Numbers of the claims that a claim refers to, by its words: ascending, each once, empty for an independent claim.
 * A reference to all claims before it counts for each of them. Only earlier claims count: a number at or
 * above the claim's own is a mistake of the source.
 * @param text of the claim, without its number
 */
export function claimReferences(text: string, number: number): number[] {
  const found = new Set<number>();
  const add = (from: number, to: number) => {
    const last = Math.min(to, number - 1);
    for (let one = Math.max(1, from); one <= last && found.size < mostReferences; one++) {
      found.add(one);
    }
  };
  if (allBefore.test(text)) add(1, number - 1);
  for (const [list] of text.matchAll(reference)) {
    for (const [, from = '', to = from] of list.matchAll(range)) {
      add(Number(from), Number(to));
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Mentions of claims in a text, each number with the word before it: where they stand and which claim they name. */
export function claimMentions(text: string): { start: number; end: number; number: number }[] {
  return Array.from(text.matchAll(reference)).flatMap(({ 0: mention, index }) =>
    Array.from(mention.matchAll(oneMention), (found) => ({
      start: index + found.index,
      end: index + found.index + found[0].length,
      number: Number(found[1]),
    })),
  );
}

const oneMention = new RegExp(String.raw`(?:(?:${one}|${several})\s+)?(\d+)`, 'gi');
