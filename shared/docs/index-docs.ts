import { isCatalog } from '#shared/catalogs.ts';
import { search } from '#shared/contract/search.ts';
import { authenticationSection, errorsSection } from './access-sections.ts';
import type { DocsPage } from './blocks.ts';
import {
  assistantsSection,
  clicksSection,
  dictionarySection,
  querySection,
  severalIndexesSection,
  severalSection,
  similarSection,
  vectorsSection,
  warmSection,
} from './call-sections.ts';
import { clientsSection } from './clients-section.ts';
import { exportsSection } from './exports-section.ts';
import { keysSection } from './keys-section.ts';
import { code, table, text } from './make-blocks.ts';
import { rowsSection } from './rows-section.ts';
import {
  columnsByName,
  type DocsSubject,
  holdsOf,
  holdsVectors,
  indexColumn,
  metadataColumns,
  rowsInWords,
  sampleValue,
} from './subject.ts';

const calls = [
  'query-index',
  'query-index-several',
  'query-similar-rows',
  'get-query-vector',
  'get-dictionary',
  'warm-index',
  'record-click',
] as const;

/** The last part of a call's path, such as `/query`. */
export const actionOf = (name: (typeof calls)[number]) =>
  search[name].path.slice(search[name].path.lastIndexOf('/'));

/**
 * The documentation of one index, from which the web page and the Markdown are made. Calls, fields,
 * limits and errors come from the contract, columns and values from the index.
 */
export function indexDocs(subject: DocsSubject): DocsPage {
  const { item_id, name } = subject;
  return {
    index_id: item_id,
    name,
    title: `${name} API`,
    sections: [
      introduction(subject),
      endpoint(subject),
      querySection(subject),
      vectorsSection(subject),
      dictionarySection(subject),
      severalSection(subject),
      severalIndexesSection(subject),
      similarSection(subject),
      exportsSection(subject),
      ...(isCatalog(item_id) ? [] : [rowsSection(subject)]),
      warmSection(),
      clicksSection(subject),
      assistantsSection(subject),
      clientsSection(subject),
      authenticationSection(subject),
      keysSection(subject),
      errorsSection(subject),
    ],
  };
}

function introduction(subject: DocsSubject) {
  const { name, columns_role } = subject;
  const uses = { index: 'searched by meaning', metadata: 'returned with each item', ignore: '' };
  const columns = Object.entries(columns_role).filter(([, role]) => role !== 'ignore');
  const byName = columnsByName(subject);
  const useOf = (column: string, role: keyof typeof uses) => {
    if (holdsVectors(subject, column)) return 'searched by `vector`';
    return byName.includes(column) ? 'returned if `fields` names it' : uses[role];
  };
  return {
    id: 'introduction',
    title: 'Introduction',
    blocks: [
      text(`${name} is an index of ${rowsInWords(subject)} for search by meaning.`),
      text(
        'Send a text, as short as a phrase or as long as a whole claim. You get the rows that are nearest in meaning, best first, each with a score between 0 and 1.',
      ),
      text(
        `The index searches the column \`${indexColumn(subject)}\`. It returns ${metadataColumns(subject).length} other columns with each item.`,
      ),
      table(
        'Columns of the index',
        ['Column', 'Use', 'Holds', 'For example'],
        columns.map(([column, role]) => [
          `\`${column}\``,
          useOf(column, role),
          role === 'index' ? 'text' : holdsOf(subject, column),
          shortened(sampleValue(subject, column)),
        ]),
      ),
    ],
  };
}

const shortened = (value: string) => (value.length > 80 ? `${value.slice(0, 79)}…` : value);

function endpoint({ api_endpoint }: DocsSubject) {
  return {
    id: 'api-endpoint',
    title: 'API Endpoint',
    blocks: [
      text('All calls begin with this address:'),
      code('Endpoint', api_endpoint),
      table(
        'Calls',
        ['Call', 'What it does'],
        calls.map((name) => [`\`${search[name].method} ${actionOf(name)}\``, search[name].summary]),
      ),
      text(
        'Bodies are JSON, in UTF-8, with the header `content-type: application/json`. Answers are JSON too.',
      ),
    ],
  };
}
