/** Documents that have room side by side. */
export const mostCompared = 4;

/** A document of an index. */
export interface ComparedDocument {
  indexId: string;
  id: string;
}

/** Address of the page that shows documents side by side. An index is named before its documents. */
export const comparePath = (documents: readonly ComparedDocument[]): string =>
  `/compare?${new URLSearchParams(
    documents.flatMap(({ indexId, id }, i) => [
      ...(documents[i - 1]?.indexId === indexId ? [] : [['index', indexId]]),
      ['id', id],
    ]),
  )}`;

/** The documents that an address names: each once, as many as have room. */
export function comparedIn(query: URLSearchParams): ComparedDocument[] {
  let indexId = 'us_patents';
  const documents = new Map<string, ComparedDocument>();
  for (const [name, value] of query) {
    if (name === 'index') indexId = value;
    if (name === 'id') documents.set(JSON.stringify([indexId, value]), { indexId, id: value });
  }
  return [...documents.values()].slice(0, mostCompared);
}

/** Address of the page that compares indexes. */
export const compareIndexesPath = (indexId: string, text = ''): string =>
  `/compare-indexes?${new URLSearchParams({ a: indexId, ...(text !== '' && { q: text }) })}`;
