/** Facts that the product states about a ready-made index. */
interface Catalog {
  name: string;
  /** Of its whole dataset, even if an environment has loaded only a part. Sizes are rounded. */
  sizeBytes: number;
  rows: number;
  /** Date of the dataset, YYYY-MM-DD. */
  day: string;
}

/** The ready-made indexes by id, in the order in which they are offered (specification, sections 1, 3 and 9). */
export const catalogs = {
  us_patents: { name: 'Patents', sizeBytes: 860e9, rows: 8_894_217, day: '2021-08-20' },
  wikipedia: { name: 'Wikipedia', sizeBytes: 18.9e9, rows: 51_849_881, day: '2021-08-27' },
  arxiv: { name: 'Arxiv', sizeBytes: 1.1e12, rows: 1_855_214, day: '2021-08-24' },
} as const satisfies Record<string, Catalog>;

export type CatalogId = keyof typeof catalogs;
export const catalogIds = Object.keys(catalogs) as CatalogId[];

/** Other ids under which the specification names a catalogue (section 7). */
const catalogAliases: Readonly<Record<string, CatalogId>> = { google_patents: 'us_patents' };

/** The id of the index that an id of a request means: an alias means its catalogue. */
export const resolveAlias = (indexId: string): string =>
  Object.hasOwn(catalogAliases, indexId) ? catalogAliases[indexId]! : indexId;

export const isCatalog = (indexId: string): indexId is CatalogId =>
  Object.hasOwn(catalogs, indexId);

/** Whether a name, in upper or lower case, is that of a catalogue. */
export const isCatalogName = (name: string) =>
  Object.values(catalogs).some((catalog) => catalog.name.toLowerCase() === name.toLowerCase());
