/** Part of a text: `[start, end)` in UTF-16 code units. */
export interface TextSpan {
  start: number;
  end: number;
}

const leading = /^[\s,;:.)–-]*(?:(?:and|or|and\/or)[\s,]+)?(?:[–•*-]\s*)?/i;
const trailing = /(?:[\s,;:.(]|\s(?:and|or|and\/or))*$/i;

const tailLength = 40;

/** The span without the marks, and the "and" of a list, at either end. */
export function trimSpan(text: string, { start, end }: TextSpan): TextSpan {
  const words = text.slice(start, end);
  const from = leading.exec(words)![0].length;
  const shown = words.trimEnd();
  // Searching all of a long text for its end would take quadratic time.
  const tail = Math.max(0, shown.length - tailLength);
  const to = tail + trailing.exec(shown.slice(tail))!.index;
  return { start: start + from, end: Math.max(start + from, start + to) };
}
