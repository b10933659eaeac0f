import { queryOptions } from '@tanstack/react-query';
import { columnFor } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { ProductError } from '#shared/errors.ts';
import { api } from '#web/lib/api-client.ts';
import { indexQuery } from './indexes.ts';
import { searchQuery } from './search.ts';

interface DocumentRequest {
  indexId: string;
  /** Value of the row's id column. */
  id: string;
  /** Text of the search that found it, whose words are marked. */
  text: string;
}

/** One row of an index: its metadata, what its columns are, the column that names it, and its whole text. */
export const documentQuery = ({ indexId, id, text }: DocumentRequest) =>
  queryOptions({
    queryKey: ['document', indexId, id, text],
    queryFn: async ({ client }) => {
      const { columns_role, columns_use } = await client.ensureQueryData(indexQuery(indexId));
      const named = (role: string) =>
        Object.keys(columns_role).filter((name) => columns_role[name] === role);
      const column = columnFor('id', named('metadata'), columns_use);
      const [textColumn] = named('index');
      if (!column || !textColumn) throw new ProductError('NotFound');
      const { foundItems } = await client.fetchQuery(
        searchQuery({
          indexId,
          text: text || id,
          filters: [{ column, operator: '=', value: id }],
          fields: [...named('metadata'), textColumn],
          limit: 1,
        }),
      );
      const [found] = foundItems;
      if (!found) throw new ProductError('NotFound');
      const { [textColumn]: whole, ...rest } = found;
      const item: FoundItem = { ...rest, conceptScore: found.conceptScore };
      return { item, uses: columns_use, column, text: String(whole ?? '') };
    },
  });

interface SimilarRequest {
  indexId: string;
  /** The column that names the row, and what it holds. */
  column: string;
  id: string;
}

/** The rows nearest in meaning to one of them. Unlike a search, it takes nothing from the organization's quota. */
export const similarRowsQuery = ({ indexId, column, id }: SimilarRequest) =>
  queryOptions({
    queryKey: ['similar-rows', indexId, column, id],
    queryFn: ({ signal }) =>
      api('list-similar-rows', { query: { index_id: indexId, column, value: id }, signal }),
  });
