import type { PatentDocument } from '#shared/patent-document.ts';

/** An answer of a function has 6 MB at most, all of it. The rest is for headers. */
const maxAnswerBytes = 5_900_000;

/**
 * A document that fits into one answer. If it is too long, it loses first what serves single lines and pictures of
 * formulas, then the end of its description, as `truncated` says.
 */
export function fittedAnswer(document: PatentDocument): PatentDocument {
  if (sizeOf(document) <= maxAnswerBytes) return document;
  const { printed_lines, ...plain } = document;
  plain.objects = document.objects?.map(({ mathml, ...object }) => object);
  if (sizeOf(plain) <= maxAnswerBytes) return plain;
  let left = maxAnswerBytes - sizeOf({ ...plain, paragraphs: [], truncated: true });
  const end = plain.paragraphs.findIndex((paragraph) => {
    left -= sizeOf(paragraph) + 1;
    return left < 0;
  });
  return {
    ...plain,
    paragraphs: end < 0 ? plain.paragraphs : plain.paragraphs.slice(0, end),
    truncated: true,
  };
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
