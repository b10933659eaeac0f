import { useQueryClient } from '@tanstack/react-query';
import { columnFor } from '#shared/column-uses.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { documentQuery } from '#web/api/documents.ts';
import { messageOf } from '#web/lib/errors.ts';
import type { SearchAddress } from '#web/lib/runnable-search.ts';
import type { Filter } from '#web/lib/search-filter.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { useStable } from '#web/ui/page/use-stable.ts';

/** Characters of all documents together. Longer texts do not fit into an address. */
const mostCharacters = 2000;
const mostDocuments = 5;
/** Of one filter, as the API allows. */
const mostValues = 100;

/**
 * Searches for what some documents of an index are about, by their titles and the beginnings of their texts.
 * @param index undefined while it is loaded
 * @returns gets the documents, and which are known and so left out: by default these documents
 */
export function useMoreLike(
  indexId: string,
  index: Index | undefined,
  onSearch: (change: Partial<SearchAddress>) => void,
) {
  const client = useQueryClient();
  return useStable(async (ids: readonly string[], known: readonly string[] = ids) => {
    const some = ids.slice(0, mostDocuments);
    try {
      const found = await Promise.all(
        some.map((id) => client.fetchQuery(documentQuery({ indexId, id, text: '' }))),
      );
      const each = Math.floor(mostCharacters / Math.max(1, found.length));
      const texts = found.map(({ item, text }) => `${titleOf(item)}${text}`.slice(0, each).trim());
      const column = index && columnFor('id', Object.keys(index.columns_role), index.columns_use);
      const filters = column === undefined ? [] : without(column, known);
      onSearch({ text: texts.join('\n'), filters, asWords: true });
    } catch (error) {
      void showMessage(`Error: ${messageOf(error)}`);
    }
  });
}

/** Filters that leave rows out by their ids. */
const without = (column: string, ids: readonly string[]): Filter[] =>
  Array.from({ length: Math.ceil(ids.length / mostValues) }, (_, at) => ({
    column,
    operator: 'not-in',
    value: ids.slice(at * mostValues, (at + 1) * mostValues).join(';'),
  }));

const titleOf = ({ title }: Readonly<Record<string, unknown>>) =>
  typeof title === 'string' && title !== '' ? `${title}. ` : '';
