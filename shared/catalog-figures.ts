/** Published figures of a ready-made catalogue's dataset. */
interface CatalogFigures {
  sizeBytes: number;
  rows: number;
  /** Date of the dataset, YYYY-MM-DD. */
  day: string;
}

/**
 * The catalogues' datasets by index id (specification, sections 3 and 9). The figures are fixed, even
 * where an environment has loaded only a part. Sizes are rounded.
 */
export const catalogFigures: ReadonlyMap<string, CatalogFigures> = new Map([
  ['us_patents', { sizeBytes: 860e9, rows: 8_894_217, day: '2021-08-20' }],
  ['wikipedia', { sizeBytes: 18.9e9, rows: 51_849_881, day: '2021-08-27' }],
  ['arxiv', { sizeBytes: 1.1e12, rows: 1_855_214, day: '2021-08-24' }],
]);
