import type { QueryPlace } from './parse-query.ts';

/** A query without one of its conditions, and without the `AND` that joined it. */
export const withoutPlace = (query: string, { start, end }: QueryPlace): string =>
  `${query.slice(0, start).trimEnd()} ${query.slice(end).trimStart()}`
    .trim()
    .replace(/(?<=^|\s)AND\s+(?=AND(\s|$))/, '')
    .replace(/^AND(\s+|$)/, '')
    .replace(/(^|\s+)AND$/, '');
