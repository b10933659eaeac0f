/** One section of a legal page. */
export interface LegalSection {
  title: string;
  paragraphs: readonly string[];
  /** Points after the paragraphs. */
  points?: readonly string[];
}

/** Day from which both texts are in force. */
export const inForceSince = '2026-11-22';
