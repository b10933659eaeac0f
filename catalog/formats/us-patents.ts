import type { Catalog } from './format.ts';
import { readPublication } from './google-patents.ts';
import { headText, jsonLines } from './json-lines.ts';
import { patentColumns } from './patent-row.ts';
import { usptoXml } from './uspto-xml.ts';

export const usPatents: Catalog = {
  hasDocuments: true,
  columns: patentColumns,
  inputs:
    'USPTO full text of grants or applications (ipgYYMMDD.xml, ipaYYMMDD.xml or .zip), or Google Patents Public Data as JSON lines, plain or .gz',
  formatOf(head, { patentTexts }) {
    const text = headText(head);
    if (text.startsWith('{')) {
      return jsonLines((publication) => readPublication(publication, patentTexts));
    }
    return text.startsWith('<?xml ') && !text.includes('<mediawiki')
      ? usptoXml(patentTexts)
      : undefined;
  },
};
