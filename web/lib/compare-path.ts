/** Documents that have room side by side. */
export const mostCompared = 4;

/** Address of the page that shows documents of an index side by side. */
export const comparePath = (indexId: string, ids: readonly string[]): string =>
  `/compare?${new URLSearchParams([['index', indexId], ...ids.map((id) => ['id', id])])}`;

/** The documents that an address names: each once, as many as have room. */
export const comparedIn = (query: URLSearchParams) => ({
  indexId: query.get('index') ?? 'us_patents',
  ids: [...new Set(query.getAll('id'))].slice(0, mostCompared),
});
