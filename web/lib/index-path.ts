/** The ready-made indexes, in the order in which they are offered. */
export const catalogs = [
  { value: 'us_patents', label: 'Patents' },
  { value: 'wikipedia', label: 'Wikipedia' },
  { value: 'arxiv', label: 'Arxiv' },
];

export const isCatalog = (indexId: string) => catalogs.some(({ value }) => value === indexId);

/** Whether a name, in any case, is that of a catalogue. */
export const isCatalogName = (name: string) =>
  catalogs.some(({ label }) => label.toLowerCase() === name.toLowerCase());

/** Page of an index: catalogues and the organisation's own live apart. */
export const indexPath = (indexId: string) =>
  isCatalog(indexId) ? `/data-catalog/${indexId}` : `/indexes/${encodeURIComponent(indexId)}`;
