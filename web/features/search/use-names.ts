import { useQueries } from '@tanstack/react-query';
import type { FoundItem } from '#shared/contract/search.ts';
import type { QueryColumn } from '#shared/query-language/columns.ts';
import type { QueryCondition } from '#shared/query-language/conditions.ts';
import type { parseQuery } from '#shared/query-language/parse-query.ts';
import { searchQuery } from '#web/api/search.ts';

/** Names that are looked up. Each counts as a search. */
const mostLookedUp = 2;
/** Rows that are looked through for a name: words of it may stand in other columns, too. */
const rowsLookedUp = 20;

/** A query that names somebody as the index writes the name. */
interface NamedQuery {
  name: string;
  text: string;
}

/**
 * Queries whose names were not found, with the likeliest names instead: `owner:samsnug` becomes `owner:"Samsung Electronics Co.,
 * Ltd."`. Plain words are corrected by the index, to words of columns that hold names, too. So each name is searched for as plain words,
 * and what the column has of them is what was meant. It costs as much with a million names as with a few.
 */
export function useNames(
  indexId: string,
  text: string,
  columns: readonly QueryColumn[],
  { conditions, places }: Pick<ReturnType<typeof parseQuery>, 'conditions' | 'places'>,
): NamedQuery[] {
  const asked = conditions
    .flatMap((condition, i) => {
      const named = namedIn(condition, columns);
      return named ? [{ ...named, place: places[i]! }] : [];
    })
    .slice(0, mostLookedUp);
  const found = useQueries({
    queries: asked.map(({ column, value }) =>
      searchQuery({
        indexId,
        text: value,
        filters: [],
        limit: rowsLookedUp,
        fields: [column],
      }),
    ),
  });
  return asked.flatMap(({ column, place }, i) => {
    const name = likeliestName(found[i]?.data?.foundItems ?? [], column);
    if (name === undefined) return [];
    const field = text.slice(place.start, text.indexOf(':', place.start) + 1);
    const named = `${field}"${name.replaceAll('"', '')}"`;
    return [{ name, text: text.slice(0, place.start) + named + text.slice(place.end) }];
  });
}

/** The column and the words of a condition on names. Columns of names may be of texts, too: names are as long. */
function namedIn(condition: QueryCondition, columns: readonly QueryColumn[]) {
  if ('column' in condition) {
    const { column, operator, value } = condition;
    return operator === 'named' && typeof value === 'string' ? { column, value } : undefined;
  }
  if (!('phrase' in condition)) return undefined;
  const [column] = condition.columns ?? [];
  const isOfTexts = columns.some(({ name, kind }) => name === column && kind === 'text');
  return column !== undefined && isOfTexts ? { column, value: condition.phrase } : undefined;
}

/** Longer ones are sentences. */
const longestName = 120;

/** The name in a column that has most of the words that were meant, the first of several. */
function likeliestName(items: readonly FoundItem[], column: string): string | undefined {
  let best: { name: string; words: number } | undefined;
  for (const item of items) {
    const cell = String(item[column] ?? '');
    const ranges = item.explanation?.highlights[column] ?? [];
    for (const { 0: name, index } of cell.matchAll(/[^;|]+/g)) {
      const end = index + name.length;
      const words = ranges.filter(([from, to]) => from >= index && to <= end).length;
      if (words > (best?.words ?? 0) && name.length <= longestName)
        best = { name: name.trim(), words };
    }
  }
  return best?.name;
}
