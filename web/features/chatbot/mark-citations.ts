import { findAndReplace } from 'mdast-util-find-and-replace';

/** A citation such as `[3]`, and a publication number such as `US-10123456-B2`. */
const citation = /\[(\d{1,3})\]/g;
const publication = /\b[A-Z]{2}-[A-Z]{0,4}\d{1,15}-(?:[A-Z]\d?|\d{2})\b/g;

/**
 * Turns citations and publication numbers in the text of an answer into `cite` elements, with the property
 * `number` or `ucid`. Code stays as it is.
 */
export function markCitations() {
  return (tree: Parameters<typeof findAndReplace>[0]) =>
    findAndReplace(tree, [
      [citation, (text: string, number: string) => cite(text, { number })],
      [publication, (ucid: string) => cite(ucid, { ucid })],
    ]);
}

/** A text node that is rendered as a `cite` element. */
const cite = (value: string, properties: Record<string, string>) => ({
  type: 'emphasis' as const,
  children: [{ type: 'text' as const, value }],
  data: { hName: 'cite', hProperties: properties },
});
