import type { Catalog } from './format.ts';
import { readPublication } from './google-patents.ts';
import { headText, jsonLines } from './json-lines.ts';
import { patentColumns } from './patent-row.ts';
import { usptoXml } from './uspto-xml.ts';

/** Formats that the USPTO published before 2005, and their names. */
const older: readonly (readonly [RegExp, string])[] = [
  [/<!DOCTYPE PATDOC|<PATDOC/, "the USPTO's format of grants from 2001 to 2004 (PATDOC)"],
  [
    /<!DOCTYPE patent-application-publication|<patent-application-publication/,
    "the USPTO's format of applications from 2001 to 2004",
  ],
  [/^(HHHHHT|PATN\r?\n)/, "the USPTO's text format of grants from 1976 to 2001 (Green Book)"],
];

export const usPatents: Catalog = {
  hasDocuments: true,
  columns: patentColumns,
  inputs:
    'USPTO full text of grants or applications (ipgYYMMDD.xml, ipaYYMMDD.xml or .zip), or Google Patents Public Data as JSON lines, plain or .gz',
  olderFormat(head) {
    const text = headText(head);
    return older.find(([form]) => form.test(text))?.[1];
  },
  formatOf(head, { patentTexts }) {
    const text = headText(head);
    if (text.startsWith('{')) {
      return {
        ...jsonLines((publication) => readPublication(publication, patentTexts)),
        source: { name: 'Google Patents Public Data', rank: 'converted' },
      };
    }
    if (older.some(([form]) => form.test(text))) return undefined;
    return text.startsWith('<?xml ') && !text.includes('<mediawiki')
      ? usptoXml(patentTexts)
      : undefined;
  },
};
