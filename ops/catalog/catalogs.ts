import { arxiv } from './formats/arxiv.ts';
import type { Catalog } from './formats/format.ts';
import { usPatents } from './formats/us-patents.ts';
import { wikipedia } from './formats/wikipedia.ts';

/** The catalogues that can be loaded, by index id. */
export const catalogs = { us_patents: usPatents, wikipedia, arxiv } satisfies Record<
  string,
  Catalog
>;

export type CatalogId = keyof typeof catalogs;
export const catalogIds = Object.keys(catalogs) as CatalogId[];

export const isCatalogId = (id: string | undefined): id is CatalogId =>
  id !== undefined && Object.hasOwn(catalogs, id);
