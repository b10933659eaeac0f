import * as z from 'zod';

/**
 * An object without other members than these. The error names an unknown one, and the known one that it may stand for,
 * or else all known ones.
 */
export const onlyMembers = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownMembers(issue.keys, Object.keys(shape))
        : undefined,
  });

/** Names unknown members, and the known ones that they may stand for. */
export const unknownMembers = (keys: readonly string[], known: readonly string[]): string =>
  keys
    .slice(0, 5)
    .map((key) => unknownMember(key, known))
    .join('; ');

function unknownMember(key: string, known: readonly string[]): string {
  const near = known.find((name) => isNear(key.toLowerCase(), name.toLowerCase()));
  const all = known.length > 0 ? `known: ${known.join(', ')}` : 'none is known';
  const hint = near ? `did you mean ${near}?` : all;
  return `there is no ${JSON.stringify(key.slice(0, 100))}: ${hint}`;
}

/** Whether one text contains the other, or two changes of a letter lead from one to the other. */
function isNear(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) > 2 && (one.includes(other) || other.includes(one))) {
    return true;
  }
  return Math.abs(one.length - other.length) <= 2 && distance(one, other) <= 2;
}

/** How many letters are to be changed, added or removed (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, position) => position);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (let position = 1; position <= other.length; position++) {
      const changed = row[position - 1]! + (other[position - 1] === letter ? 0 : 1);
      next.push(Math.min(changed, row[position]! + 1, next[position - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
