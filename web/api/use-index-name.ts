import { useQuery } from '@tanstack/react-query';
import { catalogs, isCatalog } from '#shared/catalogs.ts';
import { indexChoicesQuery } from '#web/api/indexes.ts';

/** Gives the names of indexes by their ids; undefined while they are loaded. */
export function useIndexName(): (indexId: string) => string | undefined {
  const { data: choices } = useQuery(indexChoicesQuery());
  return (indexId) =>
    isCatalog(indexId)
      ? catalogs[indexId].name
      : choices?.items.find(({ item_id }) => item_id === indexId)?.name;
}
