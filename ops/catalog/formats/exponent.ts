/**
 * The mark between a number and its exponent in text without superscripts, so that 10 to the 6th does not become 106:
 * `^` between numbers, nothing beside letters (`m2`, `1st`).
 * @param before text before the superscript
 * @param raised the superscript, or its beginning
 */
export const exponentMark = (before: string, raised: string): '^' | '' =>
  /\d$/.test(before) && /^(?:[-+−–]|&minus;)?\d/.test(raised) ? '^' : '';
