import type { ClaimElement } from './report.ts';

/**
 * The ways in which an element can be met: its text with one of its alternatives in place of all of them, without the
 * words that only introduce a choice. An element without alternatives has one reading, its text.
 */
export function readingsOf({ text, start, alternatives }: ClaimElement): string[] {
  if (!alternatives) return [text];
  const before = text.slice(0, alternatives[0]!.start - start).replace(introducesChoice, ' ');
  const after = text.slice(alternatives.at(-1)!.end - start);
  return alternatives.map((one) => `${before}${one.text}${after}`.replace(/\s+/g, ' ').trim());
}

/** At the end of what stands before the alternatives. */
const introducesChoice =
  /[\s,]*\b(?:(?:(?:is|are|being)\s+)?(?:independently\s+)?(?:selected|chosen)\s+from\b.{0,60}|(?:at\s+least\s+|any\s+)?(?:one|any)(?:\s+or\s+(?:more|both))?\s+(?:of|from)\b.{0,60}|either)\s*:?\s*$/is;
