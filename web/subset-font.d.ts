declare module 'subset-font' {
  export interface SubsetOptions {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    /** Tags of OpenType features; all if it is absent. */
    keepFeatures?: readonly string[];
    /** What is left of axes, by their tags. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>;
    /** Further entries of the table of names that stay: the first seven do in any case. */
    preserveNameIds?: readonly number[];
    noHinting?: boolean;
  }
  /** The part of a font with the characters of a text. */
  function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;

  // biome-ignore lint/style/noDefaultExport: the package has no other
  export { subsetFont as default };
}
