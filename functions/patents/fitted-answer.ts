import type { PatentDocument } from '#shared/patent-document.ts';

/** An answer of a function has 6 MB at most, all of it. The rest is for headers. */
const maxAnswerBytes = 5_900_000;

/**
 * A document that fits into one answer. If it is too long, it loses first what serves single lines and pictures of
 * formulas, then the end of its description, and at last of its claims, as `truncated` says.
 */
export function fittedAnswer(document: PatentDocument): PatentDocument {
  if (sizeOf(document) <= maxAnswerBytes) return document;
  const { printed_lines, ...plain } = document;
  plain.objects = document.objects?.map(({ mathml, ...object }) => object);
  if (sizeOf(plain) <= maxAnswerBytes) return plain;
  const claims = withinSize(
    plain.claims,
    maxAnswerBytes - sizeOf({ ...plain, claims: [], paragraphs: [] }),
  );
  const rest = maxAnswerBytes - sizeOf({ ...plain, claims, paragraphs: [], truncated: true });
  return { ...plain, claims, paragraphs: withinSize(plain.paragraphs, rest), truncated: true };
}

/** Parts from the first on that have at most this many bytes together. */
function withinSize<T>(parts: T[], most: number): T[] {
  let left = most - 20;
  const end = parts.findIndex((part) => {
    left -= sizeOf(part) + 1;
    return left < 0;
  });
  return end < 0 ? parts : parts.slice(0, end);
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
