import type { PatentMark } from '#shared/patent-document.ts';

const signs = '0123456789+−=()';
const lowered = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾';

/** The text in lowered or raised characters; undefined if one of them has no such form. */
function inForms(text: string, forms: string): string | undefined {
  let written = '';
  for (const character of text) {
    const at = signs.indexOf('-–‐‑'.includes(character) ? '−' : character);
    if (at < 0) return undefined;
    written += forms[at]!;
  }
  return written;
}

/** Signs that are always small and high: `®`, `°`, `*`, a prime. And letters after a number: `1st`, or a trade mark. */
const plainSigns = /^[^\p{L}\p{N}+\-−–=()]+$/u;
const ordinal = /^(?:st|nd|rd|th)$/i;
const tradeMark = /^(?:TM|SM)$/;

/**
 * Lowered or raised text as plain text: `H₂O`, `10⁻³`, else in brackets, `Si_(i)H_(2i+2)`, with a mark over them.
 * @param before text before it
 */
export function script(
  kind: 'sub' | 'sup',
  { text, marks }: { text: string; marks: readonly PatentMark[] },
  before: string,
): { text: string; marks: readonly PatentMark[] } {
  if (plainSigns.test(text)) return { text, marks };
  if (kind === 'sup') {
    if (tradeMark.test(text)) return { text: text === 'TM' ? '™' : '℠', marks };
    if (ordinal.test(text) && /\d$/.test(before)) return { text, marks };
  }
  const written = inForms(text, kind === 'sub' ? lowered : raised);
  if (written !== undefined) return { text: written, marks: [] };
  const bracketed = `${kind === 'sub' ? '_' : '^'}(${text})`;
  const inner = marks.map((mark) => ({ ...mark, start: mark.start + 2, end: mark.end + 2 }));
  return { text: bracketed, marks: [{ start: 0, end: bracketed.length, kind }, ...inner] };
}
