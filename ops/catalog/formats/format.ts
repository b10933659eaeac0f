import type { PatentDocument } from '#shared/patent-document.ts';
import type { Cut } from '../input/record-splitter.ts';
import type { PatentPiece, ranks } from '../join/piece.ts';

/**
 * Result of reading a record: a row, which is joined with others of the same document where the catalogue has documents; a
 * document without a row, which is not searched;
 * pieces of documents that are elsewhere; skipped (it does not belong to the catalogue), or rejected with a reason.
 */
export type Outcome =
  | { readonly row: readonly string[]; readonly document?: PatentDocument }
  | { readonly document: PatentDocument }
  | { readonly pieces: readonly PatentPiece[] }
  | { readonly skipped: true }
  | { readonly reason: string };

/** Splits one kind of text into records and converts them to rows. */
export interface Format {
  /** Of catalogues with documents: name of the source for readers, and how much it is trusted. */
  readonly source?: { readonly name: string; readonly rank: keyof typeof ranks };
  readonly cut: Cut;
  read(record: Buffer): Outcome;
  /** Whether a text with this last record is complete. */
  endsWhole(last: Buffer): boolean;
}

/** Texts of a patent. Together they have some 100 KB, the abstract alone 1 KB. */
export const patentTexts = ['abstract', 'claims', 'description'] as const;
export type PatentText = (typeof patentTexts)[number];

/** Options for converting records to rows. */
export interface Choice {
  readonly patentTexts: readonly PatentText[];
  /** Name of the text's file, for formats that are named by it. */
  readonly fileName?: string;
}

/** A catalogue that can be loaded. */
export interface Catalog {
  /** Whether records have documents beside their rows. */
  readonly hasDocuments?: boolean;
  /** What the cells of a row are. */
  readonly columns: readonly string[];
  /** Header of the dataset, where that is not all columns. */
  headerOf?(choice: Choice): readonly string[];
  /** Description of the accepted files, shown to the operator. */
  readonly inputs: string;
  /** Name of the kind that a text is of, if it is known and not read. */
  unreadKind?(head: Buffer): string | undefined;
  /** Detects the format of a text from its first bytes; undefined if it is not one of the catalogue's. */
  formatOf(head: Buffer, choice: Choice): Format | undefined;
}

export const skipped: Outcome = { skipped: true };
