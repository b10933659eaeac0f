import { isCatalog } from '#shared/catalogs.ts';

/** Path of the page of an index: catalogues have pages of their own. */
export const indexPath = (indexId: string) =>
  isCatalog(indexId) ? `/data-catalog/${indexId}` : `/indexes/${encodeURIComponent(indexId)}`;
