import { facet, facetRequest } from '#shared/contract/search-conditions.ts';
import { limits } from '#shared/limits.ts';
import type { DocsBlock } from './blocks.ts';
import { fieldTable } from './field-table.ts';
import { examples, heading, json, table, text } from './make-blocks.ts';
import {
  type DocsSubject,
  metadataColumns,
  sampleFilter,
  sampleQuery,
  sampleValue,
} from './subject.ts';

const printPage = {
  typeScript: 'console.log(result.totalFoundItems, result.foundItems, result.next);',
  python: 'print(result["totalFoundItems"], result["foundItems"], result.get("next"))',
};

/** How a query decides which rows may be found. */
export function languageBlocks(subject: DocsSubject, url: string): DocsBlock[] {
  const sample = sampleQuery(subject);
  // Long words, because short ones are mostly those that every row has.
  const [first = 'words', second = 'words'] =
    /(\p{L}{5,}) (\p{L}{5,})/u.exec(sample)?.slice(1) ?? sample.match(/\p{L}+/gu) ?? [];
  const conceptFeaturesString = `${first} AND (${second}* OR "${first} ${second}")`;
  return [
    heading('Query language'),
    text(
      'With `syntax: "query"` the text decides which rows may be found, and its words still rank them. Words are compared as written, without regard to case, accents and hyphens; Chinese, Japanese and Thai by characters.',
    ),
    table(
      'The query language',
      ['Written', 'Rows that are found'],
      [
        ['`bees hive`', 'All: words alone only rank'],
        ['`"queen bee"`', 'With these words one after the other'],
        ['`+hive -wasp`', 'With the one, without the other'],
        [
          '`bees AND (hive OR comb) AND NOT wasps`',
          'As it says; words next to each other are joined by `AND` then',
        ],
        ['`"queen bee" NEAR/5 hive*`', 'With at most five words between, in any order'],
        ['`pollinat*`', 'With a word that begins so'],
        ['`title:"queen bee"`', 'With the words in this column'],
        ['`cpc:A01K47`', 'With this class symbol or one below it'],
        ['`owner:(Hartwell Optics OR Norden)`', 'With the words of one of these names'],
        ['`pd:2001..2010`, `pd:>=2001-05`', 'With a date or number in this range'],
        [
          '`cites:(US 1,234,567, EP1000000B1)`',
          'That cite one of these publications; numbers in any spelling, with any kind code',
        ],
        [
          '`pn:(US1234567, EP1000000)`, or only the numbers',
          'With one of these ids; numbers of publications in any spelling, all kinds if none is given',
        ],
      ],
    ),
    text(
      'A column goes by its name, in any case and with or without `_`; short names are `ti`, `ab`, `clm`, `owner`, `pa`, `inventor`, `author`, `class`, `pd`, `prd`, `gd`, `kind`, `pn` and `cites`, where the index has such a column. A query that cannot be read is taken as words, and so is a name before a colon that no column has; `queryProblem` of the answer says why. A query has at most 20,000 characters and 500 parts, a phrase 50 words; a beginning stands for at most 20,000 words, within a phrase for 1,000.',
    ),
    examples(
      'A search in the query language',
      url,
      { request: { conceptFeaturesString, syntax: 'query', maxNumItems: 2 } },
      printPage,
    ),
  ];
}

/** Rows without a text, their order and pages, and counts of all matches. */
export function listBlocks(subject: DocsSubject, url: string): DocsBlock[] {
  const filter = sampleFilter(subject);
  const [first = ''] = metadataColumns(subject);
  const dated = metadataColumns(subject).find((name) =>
    /^\d{4}-\d{2}-\d{2}$/.test(sampleValue(subject, name)),
  );
  const named = metadataColumns(subject).find((name) => /\p{L}/u.test(sampleValue(subject, name)));
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
      'Without `conceptFeaturesString`, `filters` or `sort` list rows: all that meet the filters, with `conceptScore` 0. With a text, `sort` lists all its matches in that order. Ranked items go on, too, with `pages: true`, to the thousandth. What goes on has `next`; send it as `after` with the same request for the next page, until there is none. A cursor is valid for one version of the index. Rows by their ids are a list, too: a filter with `in` on the column of ids.',
    ),
    examples('A list', url, { request: list }, printPage),
    heading('One of each value'),
    text(
      '`distinct` names a column of codes or names. Of the matches with the same value, only the first in the order of the answer is an item; `sameValue` says how many there are. Pages and `totalFoundItems`, which counts rows, are as without it. Of ranked items, the best thousand rows are looked at. Whole cells are compared, without regard to case and accents, and rows without a value are items each. Columns of long text, numbers and dates are refused with `InvalidRequest`.',
    ),
    json('In a request for one row of each value', { distinct: named, pages: true }),
    heading('Counts'),
    text(
      `\`facets\` counts all matches by up to ${limits.facetsMax} columns: codes and names by value, numbers and dates by interval. A cell that lists several codes counts for each; with \`prefix\`, once for each beginning. \`by\` counts the matches of each listed value by an interval, too: owners by year. Columns of long text, more than 200,000 different values and more than 1,000 intervals are refused with \`InvalidRequest\`.`,
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
