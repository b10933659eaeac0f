import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { SearchIndex } from '#engine';
import { readQuery, withVectorsOfTexts } from '#functions/search/index.ts';
import { type ColumnUses, columnFor } from '#shared/column-uses.ts';
import type { conditions } from '#shared/contract/search-conditions.ts';
import { limits } from '#shared/limits.ts';
import { columnOf } from '#shared/query-language/columns.ts';

/** A search as it is saved. */
interface WatchedSearch {
  text: string;
  syntax: 'words' | 'query';
  filters: z.output<typeof conditions>;
}

/** A row that a search found. */
export interface WatchedRow {
  /** Tells rows apart, over versions of an index. */
  key: string;
  /** Undefined without a column of ids: then a changed row is another one. */
  id: string | undefined;
  title: string;
  /** Owner and date, as far as the index has them. */
  about: string[];
}

export interface Watched {
  /** All that were found. */
  total: number;
  /** What may be new: the best hundred of those that words rank, all that a query finds, up to the limit. */
  rows: WatchedRow[];
  /** Keys of all rows that are known from now on, at most `limits.alertRowsKnown`. */
  keys: string[];
}

/**
 * Runs a search as its page does, but for what is watched. Where a query decides what is found, these are the newest rows, if the
 * index has a date. Words rank all rows and have no end: the best hundred are watched, and a row is no news that stood among
 * the best thousand before, because each version of an index ranks a little differently.
 */
export async function watchSearch(
  index: SearchIndex,
  { text, syntax, filters }: WatchedSearch,
  uses: ColumnUses | undefined,
): Promise<Watched> {
  const toRows = (hits: readonly { row: Record<string, string> }[]) =>
    hits.map(({ row }) => toRow(row, uses));
  const { problem: _, ...request } = readQuery(index.columns, {
    conceptFeaturesString: text,
    syntax,
    filters,
  });
  if (syntax === 'query') {
    const date = columnOf(index.columns, 'pd');
    const found = await index.search({
      ...request,
      limit: limits.alertRows,
      ...(date?.kind === 'date' ? { sort: { column: date.name, descending: true } } : pages),
    });
    const rows = toRows(found.hits);
    return { total: found.totalFound, rows, keys: rows.map(({ key }) => key) };
  }
  const ranking = withVectorsOfTexts(index, undefined);
  const most = { ...request, limit: limits.alertRows, ...pages };
  const best = await ranking.search({
    ...request,
    relevantOnly: true,
    limit: limits.searchMaxItems,
  });
  const near = await ranking.search(most);
  // While a model is away, words alone rank: what they rank is no news then either.
  const byWords = index.isEmbedded ? (await index.search(most)).hits : [];
  const rows = toRows(best.hits);
  const keys = new Set([...rows, ...toRows([...near.hits, ...byWords])].map(({ key }) => key));
  return { total: best.totalFound, rows, keys: [...keys].slice(0, limits.alertRowsKnown) };
}

/** The ranking of an index that fits into memory, whose thousandth row is as good as the first. */
const pages = { pages: true };

/** Enough that no two of a few thousand rows have the same. */
const keyLength = 12;

const ownerColumns = ['assignee', 'assignees', 'owner', 'applicants', 'authors', 'author'];
const dateColumns = ['publication_date', 'published_date', 'update_date', 'revision_date', 'date'];

function toRow(row: Record<string, string>, uses: ColumnUses | undefined): WatchedRow {
  const columns = Object.keys(row);
  const cell = (name: string | undefined) => (name === undefined ? '' : (row[name] ?? '').trim());
  const first = (names: readonly string[]) => names.map(cell).find((value) => value !== '');
  const id = cell(columnFor('id', columns, uses)) || undefined;
  const title = cell(columnFor('title', columns, uses)) || first(columns);
  const identity = id ?? JSON.stringify(row);
  return {
    key: createHash('sha256').update(identity).digest('base64url').slice(0, keyLength),
    id,
    title: title ?? 'Untitled',
    about: [first(ownerColumns), first(dateColumns)].filter((value) => value !== undefined),
  };
}
