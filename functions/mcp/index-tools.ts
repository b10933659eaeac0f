import * as z from 'zod';
import type { SearchHit, SearchIndex } from '#engine';
import {
  queryPublishedIndex,
  readQuery,
  type Sight,
  similarTo,
  withVectorsOfTexts,
} from '#functions/search/index.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { type Tool, tool } from './tool.ts';

/** Longer cells are cut in hits; `read_rows` has all of them. */
const CELL_LENGTH = 400;
/** Text of the rows that one call reads, in characters: some 30,000 tokens. */
const READ_LENGTH = 120_000;
const MOST_HITS = 20;
const MOST_ROWS = 10;
const MOST_ASPECTS = 5;

const query = z
  .string()
  .trim()
  .max(limits.queryMaxBytes)
  .describe(
    'What to search for, in any words. Operators narrow it: "phrase", +must, -not, AND, OR, NOT with brackets, NEAR/5, word*, column:value, column:2001..2010',
  );
const many = (most: number) => z.int().min(1).max(most).optional();
const ids = z.array(z.string().min(1).max(1000)).min(1).max(MOST_ROWS);

/** The columns of an index, for the descriptions of its tools. */
export const columnsInWords = (sight: Sight): Promise<string> =>
  queryPublishedIndex(sight, ({ columns }) =>
    columns.map(({ name, kind }) => `${name} (${kind})`).join(', '),
  );

/**
 * The tools of any index.
 * @param columns what descriptions say of its columns; a call needs none
 * @param usage see `vectorOfText`
 */
export function indexTools(
  sight: Sight,
  columns: string,
  usage: Promise<unknown> | undefined,
): Record<string, Tool> {
  const ask = <T>(work: (index: SearchIndex) => Promise<T>) => queryPublishedIndex(sight, work);
  /** The same, ranked as on the page. */
  const rank = <T>(work: (index: SearchIndex) => Promise<T>) =>
    ask((index) => work(withVectorsOfTexts(index, usage)));
  return {
    search: tool({
      title: 'Search',
      description: `Finds the rows that are nearest in meaning to a text, best first, with the passage that fits best and its offsets. Columns: ${columns}.`,
      arguments: z.strictObject({ query: query.min(1), limit: many(MOST_HITS) }),
      searched: (given) => given.query,
      run: ({ query: asked, limit = 10 }) =>
        rank(async (index) => {
          const { problem, ...read } = readAsked(index, asked);
          const found = await index.search({ ...read, limit, explain: read.text !== '' });
          return {
            results: found.totalFound,
            answer: {
              total: found.totalFound,
              ...(problem !== undefined && { read_as_words_because: problem }),
              hits: found.hits.map(toHit),
            },
          };
        }),
    }),
    count: tool({
      title: 'Count',
      description: `Counts rows by the values of a column, of all rows or of those that a query finds. Numbers and dates are counted by intervals. Columns: ${columns}.`,
      arguments: z.strictObject({
        column: z.string().max(1000),
        query: query.optional(),
        top: many(100),
      }),
      searched: (given) => given.query ?? '',
      run: ({ column, query: asked = '', top = 20 }) =>
        rank(async (index) => {
          const { problem, ...read } = readAsked(index, asked);
          const kind = index.columns.find(({ name }) => name === column)?.kind;
          const isAmount = kind === 'date' || kind === 'number';
          const facet = isAmount ? { column, interval: 'auto' as const } : { column, top };
          const list = read.text === '' ? { sort: 'rows' as const } : {};
          const found = await index.search({
            ...read,
            ...list,
            limit: 1,
            fields: [],
            facets: [facet],
          });
          return {
            results: found.totalFound,
            answer: {
              total: found.totalFound,
              ...(problem !== undefined && { read_as_words_because: problem }),
              ...found.facets?.[0],
            },
          };
        }),
    }),
    read_rows: tool({
      title: 'Read rows',
      description: `Reads rows by their ids, with all their text. At most ${MOST_ROWS}.`,
      arguments: z.strictObject({ ids }),
      run: ({ ids: wanted }) =>
        ask(async (index) => {
          const rows = await rowsOf(index, wanted);
          let left = READ_LENGTH;
          const read = rows.map((row) =>
            mapCells(row, (cell) => {
              const text = cut(cell, Math.max(0, left));
              left -= text.length;
              return text;
            }),
          );
          return { answer: { rows: read } };
        }),
    }),
    similar_rows: tool({
      title: 'Similar rows',
      description:
        'Finds the rows that are nearest in meaning to one row, which is named by its id.',
      arguments: z.strictObject({ id: z.string().min(1).max(1000), limit: many(MOST_HITS) }),
      run: ({ id, limit = 10 }) =>
        ask(async (index) => {
          const { name: column } = idColumn(index);
          const hits = await similarTo(index, { column, value: id, limit, explain: true });
          if (!hits) throw new ProductError('InvalidRequest', `There is no row ${id}.`);
          return { answer: { hits: hits.map(toHit) } };
        }),
    }),
    compare_rows: tool({
      title: 'Compare rows',
      description:
        'Compares rows by some aspects: finds in each row the passage that fits each aspect best, word for word with its offsets. A score tells how near it is.',
      arguments: z.strictObject({
        ids: ids.min(2),
        aspects: z.array(query.min(1)).min(1).max(MOST_ASPECTS),
      }),
      searched: (given) => given.aspects.join('; '),
      run: ({ ids: wanted, aspects }) =>
        rank(async (index) => {
          const { name: column } = idColumn(index);
          const compared = aspects.map(async (aspect) => {
            const { hits } = await index.search({
              text: aspect,
              filters: [{ column, operator: 'in', value: [...wanted] }],
              fields: [column],
              limit: MOST_ROWS,
              explain: true,
            });
            return { aspect, rows: hits.map(toHit) };
          });
          return { answer: { aspects: await Promise.all(compared) } };
        }),
    }),
  };
}

const readAsked = ({ columns }: SearchIndex, conceptFeaturesString: string) =>
  readQuery(columns, { conceptFeaturesString, syntax: 'query' });

/** @throws ProductError if the index has none */
function idColumn({ columns }: SearchIndex) {
  const column = columns.find(({ kind }) => kind === 'id');
  if (!column) throw new ProductError('InvalidRequest', 'The rows of this index have no ids.');
  return column;
}

/** Rows by their ids, with all columns. */
async function rowsOf(index: SearchIndex, wanted: readonly string[]) {
  const { name: column } = idColumn(index);
  const { hits } = await index.search({
    text: '',
    filters: [{ column, operator: 'in', value: [...wanted] }],
    fields: index.columns.map(({ name }) => name),
    limit: MOST_ROWS,
  });
  return hits.map(({ row }) => row);
}

const mapCells = (row: Record<string, string>, change: (cell: string) => string) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, change(cell)]));

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most)} … (cut, ${text.length} characters)` : text;

function toHit({ row, score, passage }: SearchHit) {
  const cells = mapCells(row, (cell) => cut(cell, CELL_LENGTH));
  const { text, start, end } = passage ?? {};
  // Apart from the columns, of which one may be called `score`, too.
  return { row: cells, score, ...(text !== undefined && { passage: { text, start, end } }) };
}
