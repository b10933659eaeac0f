/** Words that only tell a company's form. */
const forms = new Set(
  `inc incorporated corp corporation co company companies ltd limited llc llp lp plc gmbh ag kg kgaa se sa sas sarl spa
  srl bv nv ab as oy oyj kk kabushiki kaisha the and of`.split(/\s+/),
);

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? [];

/**
 * Whether two names of people are the same by their words: `Maria A. Smith` and `SMITH, Maria`. Initials are not
 * compared; a name of one word is the same as itself only.
 */
export function isSameName(a: string, b: string): boolean {
  const [one, other] = [a, b].map((name) => wordsOf(name).filter((word) => word.length > 1));
  const [few, many] = one!.length <= other!.length ? [one!, other!] : [other!, one!];
  if (few.length < 2) return few.length > 0 && few.length === many.length && few[0] === many[0];
  return few.every((word) => many.includes(word));
}

/** Whether two companies are the same by their names, without what only tells their form. */
export function isSameOwner(a: string, b: string): boolean {
  const [one, other] = [a, b].map((name) =>
    wordsOf(name)
      .filter((word) => !forms.has(word) && word.length > 1)
      .join(' '),
  );
  return one !== '' && one === other;
}
