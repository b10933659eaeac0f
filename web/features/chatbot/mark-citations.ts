import { findAndReplace } from 'mdast-util-find-and-replace';

/**
 * A citation such as `[3]`, and a publication number such as `US-10123456-B2`, with the brackets and signs around them:
 * browsers break a line before and after a button.
 */
const citation = /([(“]?)\[(\d{1,3})\]([),.;:”]*)/g;
const publication = /([(“]?)\b([A-Z]{2}-[A-Z]{0,4}\d{1,15}-(?:[A-Z]\d?|\d{2}))\b([),.;:”]*)/g;

/**
 * Turns citations and publication numbers in the text of an answer into `cite` elements, with the property
 * `number` or `ucid`, and what stands `before` and `after` on the same line. Code stays as it is.
 */
export function markCitations() {
  return (tree: Parameters<typeof findAndReplace>[0]) =>
    findAndReplace(tree, [
      [
        citation,
        (text: string, before: string, number: string, after: string) =>
          cite(text, { number, before, after }),
      ],
      [
        publication,
        (text: string, before: string, ucid: string, after: string) =>
          cite(text, { ucid, before, after }),
      ],
    ]);
}

/** A text node that is rendered as a `cite` element. */
const cite = (value: string, properties: Record<string, string>) => ({
  type: 'emphasis' as const,
  children: [{ type: 'text' as const, value }],
  data: { hName: 'cite', hProperties: properties },
});
