/** Formats in which the matches of a search are exported. */
export const exportFormats = ['csv', 'xlsx', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Why an export was not written. */
export const exportFailures = ['refused', 'index-gone', 'too-large', 'interrupted'] as const;
export type ExportFailure = (typeof exportFailures)[number];
