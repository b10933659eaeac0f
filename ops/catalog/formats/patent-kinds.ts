import { brs, isBrs } from './brs.ts';
import type { Choice, Format } from './format.ts';
import { readPublication } from './google-patents.ts';
import { greenbook } from './greenbook.ts';
import { jsonLines } from './json-lines.ts';
import { ppubs } from './ppubs.ts';
import { isPrintedLines, printedLines } from './printed-lines.ts';
import { usptoRoots, usptoXml } from './uspto-xml.ts';

/** A kind of file in which offices publish patents, or records about them. */
export interface PatentKind {
  /** Name with its publisher, as messages write it after "is": `the USPTO's full text since 2001`. */
  readonly name: string;
  /** @param head first characters of a text, from its first sign on */
  detects(head: string): boolean;
  /** Absent for a kind that is known and not read: its texts are refused by its name. */
  readonly format?: (choice: Choice) => Format;
}

/** Whether the root of an XML text has one of these names. */
const root =
  (...names: readonly string[]) =>
  (head: string) =>
    names.includes(rootOf(head) ?? '');

/** Whether a text begins with a JSON object or list, and its beginning has all these names. */
const json =
  (...names: readonly string[]) =>
  (head: string) =>
    /^[[{]/.test(head) && names.every((name) => head.includes(`"${name}"`));

/** Name of the root element of an XML text: the first element after prolog, document type and comments. */
export const rootOf = (head: string): string | undefined =>
  /<([A-Za-z_][\w:.-]*)[\s/>]/.exec(head.replace(/<!--.*?-->/gs, ''))?.[1];

/** Every kind that is known, the first that detects a text is its kind. */
export const patentKinds: readonly PatentKind[] = [
  {
    name: "the USPTO's full text since 2001 (us-patent-grant, us-patent-application, PATDOC, patent-application-publication)",
    detects: root(...usptoRoots),
    format: ({ patentTexts }) => usptoXml(patentTexts),
  },
  {
    name: "the USPTO's full text of grants from 1976 to 2001 (APS, Green Book)",
    detects: (head) => /^(HHHHHT|PATN\r?\n)/.test(head),
    format: ({ patentTexts }) => greenbook(patentTexts),
  },
  {
    name: "texts of the USPTO's former search system (BRS)",
    detects: isBrs,
    format: ({ patentTexts }) => brs(patentTexts),
  },
  {
    name: "records of the USPTO's public search (JSON)",
    detects: json('guid', 'inventionTitle'),
    format: ({ patentTexts }) => ppubs(patentTexts),
  },
  {
    name: 'Google Patents Public Data (JSON lines of patents.publications)',
    detects: json('publication_number'),
    format: ({ patentTexts }) => ({
      ...jsonLines((publication) => readPublication(publication, patentTexts)),
      source: { name: 'Google Patents Public Data', rank: 'converted' },
    }),
  },
  {
    name: 'printed lines of a grant (page,column,line,section,…,text), in a file named by its number',
    detects: isPrintedLines,
    format: ({ fileName = '' }) => printedLines(fileName),
  },
];
