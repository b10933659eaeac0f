/** Rows of one file: as many as spreadsheets open with ease. */
export const mostExported = 50_000;

/** From this many rows on an export says how far it is. */
export const longFrom = 1000;

/** Rows that a search ranks at most. More are listed in the order of the index. */
export const mostRanked = 1000;
