/** Names that files of datasets may have. What a file is, its content tells. */
const ending = /\.(?:(?:csv|tsv|jsonl|ndjson|json)(?:\.gz)?|parquet|xlsx|zip)$/i;

export const isDatasetName = (name: string): boolean => ending.test(name);

/** A name without its ending. */
export const withoutEnding = (name: string): string => name.replace(ending, '');

/** The same for fields that choose files. Browsers look at the last ending only. */
export const chosenEndings = '.csv,.tsv,.jsonl,.ndjson,.json,.parquet,.xlsx,.gz,.zip,text/csv';

/** The same for OpenAPI, which has no flags. */
export const namePattern =
  '^[^/\\\\]*[^/\\\\\\s][^/\\\\]*\\.(([cC][sS][vV]|[tT][sS][vV]|[jJ][sS][oO][nN][lL]?|[nN][dD][jJ][sS][oO][nN])(\\.[gG][zZ])?|[pP][aA][rR][qQ][uU][eE][tT]|[xX][lL][sS][xX]|[zZ][iI][pP])$';

/** The type that a file is stored with. */
export const typeOfDataset = (name: string): string =>
  name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
