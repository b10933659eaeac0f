import { brs, isBrs } from './brs.ts';
import { readPublication } from './google-patents.ts';
import { greenbook } from './greenbook.ts';
import { jsonLines } from './json-lines.ts';
import { json, type PatentKind, root } from './patent-kind.ts';
import { ppubs } from './ppubs.ts';
import { isPrintedLines, printedLines } from './printed-lines.ts';
import { recordKinds } from './record-kinds.ts';
import { usptoRoots, usptoXml } from './uspto-xml.ts';

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
  ...recordKinds,
];
