/** What citation managers and search reports read, with names for people. */
export const citationFormats = {
  ris: 'RIS, for citation managers',
  bibtex: 'BibTeX',
  st14: 'Citations as in search reports (ST.14)',
} as const;

export type CitationFormat = keyof typeof citationFormats;
export const citationFormatNames = Object.keys(citationFormats) as CitationFormat[];
