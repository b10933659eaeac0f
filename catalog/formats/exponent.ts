/**
 * What a text without superscripts has between a number and its exponent, so that 10 to the 6th does not become 106:
 * `^`; nothing where letters stand before (`m2`) or behind (`1st`).
 * @param before text before the superscript
 * @param raised the superscript, or its beginning
 */
export const exponentMark = (before: string, raised: string): '^' | '' =>
  /\d$/.test(before) && /^(?:[-+−–]|&minus;)?\d/.test(raised) ? '^' : '';
