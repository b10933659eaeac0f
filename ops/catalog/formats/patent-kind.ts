import type { Choice, Format } from './format.ts';

/** A kind of file in which offices publish patents, or records about them. */
export interface PatentKind {
  /** Name with its publisher, as messages write it after "is": `the USPTO's full text since 2001`. */
  readonly name: string;
  /** @param head first characters of a text, from its first sign on */
  detects(head: string): boolean;
  /** Absent for a kind that is known and not read: its texts are refused by its name. */
  readonly format?: (choice: Choice, head: string) => Format;
}

/** Whether the root of an XML text has one of these names. */
export const root =
  (...names: readonly string[]) =>
  (head: string) =>
    names.includes(rootOf(head) ?? '');

/** Whether a text begins with a JSON object or list, and its beginning has all these names. */
export const json =
  (...names: readonly string[]) =>
  (head: string) =>
    /^[[{]/.test(head) && names.every((name) => head.includes(`"${name}"`));

/** Name of the root element of an XML text: the first element after prolog, document type and comments. */
export const rootOf = (head: string): string | undefined =>
  /<([A-Za-z_][\w:.-]*)[\s/>]/.exec(head.replace(/<!--.*?-->/gs, ''))?.[1];
