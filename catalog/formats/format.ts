import type { Cut } from '../input/record-splitter.ts';

/** What became of a record: a row, nothing (it is not of this catalogue), or why it cannot be read. */
export type Outcome =
  | { readonly row: readonly string[] }
  | { readonly skipped: true }
  | { readonly reason: string };

/** How one kind of text is cut into records, and these are turned into rows. */
export interface Format {
  readonly cut: Cut;
  read(record: Buffer): Outcome;
  /** Whether a text with this last record has been transferred to its end. */
  endsWhole(last: Buffer): boolean;
}

/** Texts of a patent. Together they make some 100 KB, the abstract alone 1 KB. */
export const patentTexts = ['abstract', 'claims', 'description'] as const;
export type PatentText = (typeof patentTexts)[number];

/** What of a record goes into its row. */
export interface Choice {
  readonly patentTexts: readonly PatentText[];
}

/** A catalogue that can be loaded. */
export interface Catalog {
  /** Header of the dataset. */
  readonly columns: readonly string[];
  /** What the operator is told to give. */
  readonly inputs: string;
  /** The format of a text, by its first bytes; undefined for one that is none of the catalogue's. */
  formatOf(head: Buffer, choice: Choice): Format | undefined;
}

export const skipped: Outcome = { skipped: true };
