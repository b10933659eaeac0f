import { facet, facetRequest } from '#shared/contract/search-conditions.ts';
import { limits } from '#shared/limits.ts';
import type { DocsBlock } from './blocks.ts';
import { fieldTable } from './field-table.ts';
import { examples, heading, json, text } from './make-blocks.ts';
import { type DocsSubject, metadataColumns, sampleFilter, sampleValue } from './subject.ts';

const printPage = {
  typeScript: 'console.log(result.totalFoundItems, result.foundItems, result.next);',
  python: 'print(result["totalFoundItems"], result["foundItems"], result.get("next"))',
};

/** Rows without a text, their order and pages, and counts of all matches. */
export function listBlocks(subject: DocsSubject, url: string): DocsBlock[] {
  const filter = sampleFilter(subject);
  const [first = ''] = metadataColumns(subject);
  const dated = metadataColumns(subject).find((name) =>
    /^\d{4}-\d{2}-\d{2}$/.test(sampleValue(subject, name)),
  );
  const list = {
    ...(filter && { filters: [filter] }),
    sort: dated ? { column: dated, descending: true } : 'rows',
    maxNumItems: 2,
    fields: [first],
  };
  const counted = dated ? { column: dated, interval: 'year' } : { column: first, top: 5 };
  const value = dated ? sampleValue(subject, dated).slice(0, 4) : sampleValue(subject, first);
  return [
    heading('Lists'),
    text(
      'Without `conceptFeaturesString`, `filters` or `sort` list rows: all that meet the filters, with `conceptScore` 0. With a text, `sort` lists all its matches in that order. A list that goes on has `next`; send it as `after` with the same request for the next page, until there is none. A cursor is valid for one version of the index. Rows by their ids are a list, too: a filter with `in` on the column of ids.',
    ),
    examples('A list', url, { request: list }, printPage),
    heading('Counts'),
    text(
      `\`facets\` counts all matches by up to ${limits.facetsMax} columns: codes and names by value, numbers and dates by interval. A cell that lists several codes counts for each. Columns of long text, more than 200,000 different values and more than 1,000 intervals are refused with \`InvalidRequest\`.`,
    ),
    fieldTable('Fields of a facet', facetRequest, 'input'),
    json('Counts in a request', { facets: [counted] }),
    json('Counts in the answer', {
      facets: [
        {
          column: counted.column,
          counts: [{ value, count: subject.rows }],
          distinct: 1,
          missing: 0,
        },
      ],
    }),
    fieldTable('Fields of counts', facet, 'output'),
  ];
}
