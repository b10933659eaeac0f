import { ProductError } from '#shared/errors.ts';
import type { Query } from '#tables/define-table.ts';
import { queryPage } from './queries.ts';

/** Ends a part of a key. It sorts before all characters of names, so that `Ann` comes before `Ann B`. */
export const partEnd = '\t';

/** Sorts after all characters of keys. */
const last = '\u{10ffff}';

export interface PageOf {
  order: 'ascending' | 'descending';
  pageSize: number;
  /** Position after which the page starts: `next` of the page before, in the same order. */
  after: string | undefined;
}

/**
 * One page of a query in its order, or in the reverse. `next` is the sort key of its last record if there
 * are more. Reads the table itself consistently.
 * @param prefix start of the list's sort keys; the partition may contain others
 * @throws InvalidRequest when the position is not one of this list
 */
export async function listPage<Q extends Query>(
  permission: `dynamodb:Query ${Q['table']}`,
  query: Q,
  values: Parameters<Q['partition']>[0],
  prefix: string,
  { order, pageSize, after }: PageOf,
) {
  // DynamoDB does not accept an empty key.
  const bounds = [prefix || partEnd, prefix + last] as const;
  // It would refuse a range that ends before it begins.
  if (after !== undefined && !isBetween(after, bounds)) {
    throw new ProductError('InvalidRequest', 'The cursor is not one of an earlier answer.');
  }
  const ascending = order === 'ascending';
  const page = await queryPage(permission, query, values, {
    // A query may have only one condition for its sort key, so the position is the other bound.
    range: {
      between: ascending ? [after ?? bounds[0], bounds[1]] : [bounds[0], after ?? bounds[1]],
    },
    descending: !ascending,
    consistent: query.definition.index === undefined,
    // Bounds are inclusive, so the position itself comes first; one more tells whether there is a next page.
    limit: pageSize + (after === undefined ? 1 : 2),
  });
  const found = page.found.filter(({ position }) => position !== after);
  const items = found.slice(0, pageSize);
  const more = found.length > items.length || page.next !== undefined;
  return { items, next: more ? items.at(-1)?.position : undefined };
}

/** As DynamoDB compares: by bytes. */
const isBetween = (key: string, [from, to]: readonly [string, string]) =>
  Buffer.compare(Buffer.from(from), Buffer.from(key)) <= 0 &&
  Buffer.compare(Buffer.from(key), Buffer.from(to)) <= 0;

/** Part of a key: regardless of case, and at most 3 bytes for each of a number of UTF-16 units. */
export const sortable = (text: string, maxUnits: number): string =>
  text.toLowerCase().slice(0, maxUnits).toWellFormed();
