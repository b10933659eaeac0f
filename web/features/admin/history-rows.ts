import type { RecordedSearch } from '#shared/contract/admin.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';

/** "12 words, 80 B, 14 tokens". */
export const sizeOf = ({ words, size_bytes, tokens }: RecordedSearch): string =>
  [formatCount(words, 'word'), `${formatNumber(size_bytes)} B`, formatCount(tokens, 'token')].join(
    ', ',
  );

/** Number of results, or how it failed. */
export const resultOf = ({ results, failure }: RecordedSearch): string =>
  failure ?? (results === undefined ? '–' : formatNumber(results));

/** Searches as rows of a CSV file, with a header. */
export const historyRows = (searches: readonly RecordedSearch[]): string[][] => [
  [
    'Time',
    'Kind',
    'Organization ID',
    'Organization',
    'User ID',
    'Key ID',
    'Index',
    'Text',
    'Words',
    'Bytes',
    'Tokens',
    'Results',
    'Seconds',
    'Error',
  ],
  ...searches.map((search) => [
    search.at,
    search.kind,
    search.org_id ?? '',
    search.organization ?? '',
    search.user_id ?? '',
    search.key_id ?? '',
    search.index_id,
    search.text ?? '',
    String(search.words),
    String(search.size_bytes),
    String(search.tokens),
    search.results === undefined ? '' : String(search.results),
    (search.elapsed_ms / 1000).toFixed(4),
    search.failure ?? '',
  ]),
];
