/** What is read of a file that somebody searches with. */
export const readLimits = {
  fileBytes: 20_000_000,
  /** Pages of a PDF: a patent with its drawings. The rest is left out, and the page says so. */
  pdfPages: 60,
  /** Bytes of the text of a Word file, unpacked. */
  docxBytes: 30_000_000,
  /** Characters that are shown and searched. */
  characters: 100_000,
  /** Time for a file; then its reader is ended. */
  ms: 20_000,
} as const;
