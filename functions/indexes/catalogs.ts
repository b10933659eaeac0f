/** The ready-made indexes, which every organisation can query. */
export const catalogIds = ['us_patents', 'wikipedia', 'arxiv'] as const;
export type CatalogId = (typeof catalogIds)[number];

export const isCatalog = (indexId: string): indexId is CatalogId =>
  (catalogIds as readonly string[]).includes(indexId);
