import { search } from '#shared/contract/search.ts';
import { filterSchema } from '#shared/contract/search-conditions.ts';
import { limits } from '#shared/limits.ts';
import type { DocsBlock, DocsSection } from './blocks.ts';
import { keyPlaceholder } from './code-examples.ts';
import { fieldTable } from './field-table.ts';
import { languageBlocks, listBlocks } from './list-blocks.ts';
import { code, examples, heading, json, table, text } from './make-blocks.ts';
import {
  columnsByName,
  type DocsSubject,
  metadataColumns,
  sampleClick,
  sampleDictionary,
  sampleFilter,
  sampleItem,
  sampleName,
  sampleQuery,
  sampleSearches,
  sampleTerms,
  sampleVector,
} from './subject.ts';
import { vectorBlocks } from './vector-blocks.ts';

const printItems = {
  typeScript: `for (const { conceptScore, ...item } of result.foundItems) {
  console.log(conceptScore.toFixed(${limits.scoreDecimals}), item);
}`,
  python: `for item in result["foundItems"]:
    print(f"{item['conceptScore']:.${limits.scoreDecimals}f}", item)`,
};
/** Plausible shares for the sample explanation. */
const shares = [0.12, 0.09, 0.04];

const printAll = { typeScript: 'console.log(result);', python: 'print(result)' };

/** Start and end of the last word of a text. */
const lastWordRange = (sample: string) => [sample.lastIndexOf(' ') + 1, sample.length];

/** `POST /query`: request, answer, filters, explanations and limits. */
export function querySection(subject: DocsSubject): DocsSection {
  const url = `${subject.api_endpoint}/query`;
  const request = { conceptFeaturesString: sampleQuery(subject), maxNumItems: 2 };
  return {
    id: 'query-structure',
    title: 'Query Structure',
    blocks: [
      text(
        '`POST /query` takes an object `request`. Only `conceptFeaturesString` is needed. Longer and more precise texts give better results.',
      ),
      fieldTable('Fields of the request', search['query-index'].body.shape.request, 'input'),
      examples('A search', url, { request }, printItems),
      text('The answer contains the columns of this index:'),
      json('Answer to a search', {
        totalFoundItems: subject.rows,
        foundItems: [sampleItem(subject, 0, 0.7423), sampleItem(subject, 1, 0.6108)],
      }),
      fieldTable('Fields of the answer', search['query-index'].output, 'output'),
      text(
        `\`conceptScore\` has ${limits.scoreDecimals} decimals. Items are ordered by falling score. Scores are comparable between searches of this index.`,
      ),
      ...filtersAndFields(subject, url, request),
      ...vectorBlocks(subject, url),
      ...languageBlocks(subject, url),
      ...listBlocks(subject, url),
      heading('Relevance'),
      text(
        'With `relevantOnly: true` the answer stops where relevance does: items whose ranking score is far below that of the best row of the index are left out, whether filters keep that row or not. Where filters leave out every relevant row, the nearest of the others count as relevant, at most as many as without filters: a filter never finds more. `lessRelevantItems` counts those left out; with filters that fewer than a thousand rows pass, these are all others that pass. If the index lacks a word of the search, and even the best item has only common ones of the others, there is none. Without it, the answer holds up to `maxNumItems` rows, and `totalFoundItems` counts every row that matches at all.',
      ),
      heading('Minimum score and weights'),
      text(
        `\`minimumScore\` leaves out items with a lower \`conceptScore\`. \`totalFoundItems\`, \`facets\`, pages and lists by \`sort\` are then of what is left of the best thousand rows, which are all that are ranked; a minimum that even the thousandth reaches counts a thousand. \`weights\` says what each signal counts: \`words\`, \`meaning\` and, with a vector, \`vector\`, from 0 to ${limits.signalWeightMax}, 1 if absent. Only their ratios matter: \`{"words": 2}\` and \`{"meaning": 0.5}\` are the same. Weights order the rows that are found and find no others; scores follow them, and stay independent of filters and \`maxNumItems\`. The shares of an explanation say what each signal gave.`,
      ),
      examples(
        'A search by meaning more than by words',
        url,
        { request: { ...request, weights: { words: 0.5, meaning: 2 }, minimumScore: 0.1 } },
        printItems,
      ),
      heading('Explanations'),
      text(
        'With `explain: true` each item says why it was found. Nothing else about the answer changes.',
      ),
      json('Explanation of an item', {
        explanation: {
          terms: [{ term: sampleQuery(subject).split(' ').at(-1), share: 0.31 }],
          concepts: sampleTerms(subject).map((term, i) => ({ term, share: shares[i]! })),
          passage: {
            text: `${sampleQuery(subject)} …`,
            start: 0,
            end: sampleQuery(subject).length,
            termRanges: [lastWordRange(sampleQuery(subject))],
            conceptRanges: [],
          },
          highlights: {},
        },
      }),
      heading('Limits'),
      text(
        `A text has at most ${limits.queryMaxBytes.toLocaleString('en')} characters, an answer at most ${limits.searchMaxItems} items. While an index is rebuilt, it answers from its old version until the new one is published.`,
      ),
    ],
  };
}

function filtersAndFields(subject: DocsSubject, url: string, request: object): DocsBlock[] {
  const filter = sampleFilter(subject);
  const fields = metadataColumns(subject).slice(0, 2);
  const named = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const byName = columnsByName(subject);
  const narrowed = { ...request, ...(filter && { filters: [filter] }), fields, explain: true };
  return [
    heading('Filters and fields'),
    text(
      `\`filters\` keeps the rows that meet all conditions. The answer still holds up to \`maxNumItems\` rows if enough of them match. \`fields\` names the columns to return. The columns of this index are ${named(
        metadataColumns(subject),
      )}${byName.length > 0 ? `, and where \`fields\` names them ${named(byName)}` : ''}.`,
    ),
    fieldTable('Fields of a filter', filterSchema, 'input'),
    text(
      `Filters nest: \`{"or": [filter, filter]}\`, \`{"and": […]}\` and \`{"not": filter}\` stand where a filter does. A search has at most 256 conditions with 1,000 values, ${limits.conditionLevels} levels deep.`,
    ),
    examples('A narrowed and explained search', url, { request: narrowed }, printItems),
  ];
}

/** `POST /vectors`. */
export function vectorsSection(subject: DocsSubject): DocsSection {
  const { summary, body, output } = search['get-query-vector'];
  return {
    id: 'vectors',
    title: 'Vectors',
    blocks: [
      text(`\`POST /vectors\`: ${summary} Use it to compare or cluster texts of your own.`),
      fieldTable('Fields of the request', body.shape.request, 'input'),
      examples(
        'The vector of a text',
        `${subject.api_endpoint}/vectors`,
        { request: { query: sampleQuery(subject) } },
        printAll,
      ),
      text('The answer has one number for each dimension; here are the first three:'),
      json('Answer', sampleVector),
      fieldTable('Fields of the answer', output, 'output'),
    ],
  };
}

/** `POST /dictionary`. */
export function dictionarySection(subject: DocsSubject): DocsSection {
  const { summary, body, output } = search['get-dictionary'];
  return {
    id: 'dictionary',
    title: 'Dictionary',
    blocks: [
      text(`\`POST /dictionary\`: ${summary} Use it to find other words for a search.`),
      fieldTable('Fields of the request', body.shape.request, 'input'),
      examples(
        'Terms near a text',
        `${subject.api_endpoint}/dictionary`,
        { request: { query: sampleQuery(subject) } },
        printAll,
      ),
      json('Answer', sampleDictionary(subject)),
      fieldTable('Fields of the answer', output, 'output'),
    ],
  };
}

/** `POST /queries`. */
export function severalSection(subject: DocsSubject): DocsSection {
  const { summary, body, output } = search['query-index-several'];
  return {
    id: 'several-searches',
    title: 'Several searches',
    blocks: [
      text(`\`POST /queries\`: ${summary}`),
      fieldTable('Fields of several searches', body, 'input'),
      examples(
        'Two searches in one call',
        `${subject.api_endpoint}/queries`,
        sampleSearches(subject),
        printAll,
      ),
      json('Answer', {
        answers: [
          { totalFoundItems: subject.rows, foundItems: [sampleItem(subject, 0, 0.7423)] },
          { error: { code: 'InvalidRequest', message: 'There is no column "yaer".' } },
        ],
      }),
      fieldTable('Fields of the answer', output, 'output'),
      text(
        'A search that the index refuses, such as one that names a column that is not there, fails alone, and is not counted. A body that breaks the rules of the request table, such as an unknown member, is refused as a whole, and nothing is counted. All searches see the same state of the index.',
      ),
    ],
  };
}

/** `POST /api/v1/search`. */
export function severalIndexesSection(subject: DocsSubject): DocsSection {
  const { summary, body, output, path } = search['search-indexes'];
  const { shape } = body;
  const index = { index_id: subject.item_id, api_key: keyPlaceholder };
  const request = { conceptFeaturesString: sampleQuery(subject), maxNumItems: 2 };
  return {
    id: 'several-indexes',
    title: 'Several indexes',
    blocks: [
      text(`\`POST ${path}\`, whose address names no index: ${summary}`),
      fieldTable('Fields of the request', shape.request, 'input'),
      fieldTable('Fields of an index', shape.indexes.element, 'input'),
      examples(
        'A search of this index, to which others can be added',
        subject.api_endpoint.replace(/\/indexes\/[^/]+$/, '/search'),
        { request, indexes: [index] },
        printAll,
      ),
      json('Answer', {
        foundItems: [{ index_id: subject.item_id, item: sampleItem(subject, 0, 0.7423) }],
        indexes: [
          { index_id: subject.item_id, totalFoundItems: subject.rows },
          { index_id: 'idx_of_yours', error: { code: 'IndexNotReady', message: '…' } },
        ],
      }),
      fieldTable('Fields of the answer', output, 'output'),
      text(
        'Each key searches as it does alone: with its filters, columns, pages, limits and budget, and tenant tokens stand in place of keys. Each index ranks its own rows, and scores say how much of the text a row covers in words and meaning, so that they can be compared: two halves of a collection that are merged so answer nearly as well as the whole. Lists, counts and pages are those of single indexes.',
      ),
    ],
  };
}

/** `POST /similar`. */
export function similarSection(subject: DocsSubject): DocsSection {
  const { summary, body, output } = search['query-similar-rows'];
  return {
    id: 'similar-rows',
    title: 'Similar rows',
    blocks: [
      text(
        `\`POST /similar\`: ${summary} It counts as a query. If no row has the value, the answer is \`NotFound\` (404).`,
      ),
      fieldTable('Fields of the request', body.shape.request, 'input'),
      examples(
        'Rows that are near a row',
        `${subject.api_endpoint}/similar`,
        { request: { ...sampleName(subject), maxNumItems: 2 } },
        printItems,
      ),
      fieldTable('Fields of the answer', output, 'output'),
    ],
  };
}

/** Address and tools for assistants that speak the Model Context Protocol. */
export function assistantsSection(subject: DocsSubject): DocsSection {
  const { item_id, api_endpoint } = subject;
  const tools = [
    ['`search`', 'Finds rows by meaning, with operators and columns as in the query language'],
    ['`count`', 'Counts rows by the values of a column, or by intervals'],
    ['`read_rows`', 'Reads rows by their ids, with all their text'],
    ['`similar_rows`', 'Finds the rows that are nearest to one row'],
    [
      '`compare_rows`',
      'Finds in each of some rows the passage that fits each of some aspects best, with its offsets',
    ],
  ];
  const ofPatents = [
    ['`read_patent`', 'Reads claims or description of a patent, with the places of paragraphs'],
    ['`chart_claim`', 'Finds the nearest passage of each patent for each element of a claim'],
  ];
  return {
    id: 'assistants',
    title: 'Assistants',
    blocks: [
      text(
        'Assistants that speak the Model Context Protocol can search this index. Give them this address (transport: streamable HTTP) and a key of the index, in the header `x-api-key` or as `Authorization: Bearer`:',
      ),
      json('Settings of an assistant', {
        mcpServers: {
          [`antecede-${item_id}`]: {
            type: 'http',
            url: `${api_endpoint}/mcp`,
            headers: { 'x-api-key': keyPlaceholder },
          },
        },
      }),
      text(
        'An assistant that only starts local programs gets the program `antecede`, which hands its messages to the same address. Install it once, and write the key into the settings of the assistant, where the program finds it in its environment:',
      ),
      code('Installation', `npm install --global ${originOf(api_endpoint)}/antecede-upload.tgz`),
      json('Settings of an assistant that starts programs', {
        mcpServers: {
          [`antecede-${item_id}`]: {
            command: 'antecede',
            args: ['mcp', '--endpoint', api_endpoint],
            env: { ANTECEDE_API_KEY: keyPlaceholder },
          },
        },
      }),
      text('To see what an assistant gets, call a tool yourself:'),
      examples(
        'A search as an assistant makes it',
        `${api_endpoint}/mcp`,
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'search', arguments: { query: sampleQuery(subject), limit: 2 } },
        },
        {
          typeScript: 'console.log(result.result.structuredContent);',
          python: 'print(result["result"]["structuredContent"])',
        },
      ),
      table(
        'Tools',
        ['Tool', 'What it does'],
        item_id === 'us_patents' ? [...tools, ...ofPatents] : tools,
      ),
      text(
        'Tools only read. Passages are word for word, with their offsets. Each call of a tool counts as a query; connecting and listing the tools is free. The revisions of the protocol from 2024-10-07 to 2026-07-28 are spoken. Pages of other sites are refused (`Forbidden`).',
      ),
    ],
  };
}

/** `POST /warm`. */
export function warmSection(): DocsSection {
  return {
    id: 'warm',
    title: 'Warm-up',
    blocks: [
      text(
        "An index that nobody has searched for some minutes is read from storage again, so its first search takes about a second. `POST /warm` starts reading before you search: call it when somebody opens your search page. It has no body, answers `{}` at once, and is free: it does not count as a query of the day, but takes one request of the key's rate limit. More than one call a minute has no effect.",
      ),
    ],
  };
}

/** `POST /clicks`. */
export function clicksSection(subject: DocsSubject): DocsSection {
  return {
    id: 'clicks',
    title: 'Clicks',
    blocks: [
      text(
        'Tell what people open, and the page Usage tells you which queries find nothing, and of which nothing is opened (`GET /api/usage/searches`, or `GET /api/manage/usage/searches` with a management key). Only an API key reports clicks. Nothing of it names a person; do not put names or addresses into `row`. It is free, like a warm-up. Who has the key can report anything, so a page that shows its key should be trusted as far as its visitors are.',
      ),
      fieldTable('Fields of a click', search['record-click'].body, 'input'),
      examples('A click', `${subject.api_endpoint}/clicks`, sampleClick(subject), printAll),
    ],
  };
}

const originOf = (address: string) => /^\w+:\/\/[^/]+/.exec(address)![0];
