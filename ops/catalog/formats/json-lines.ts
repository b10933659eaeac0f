import type { Format, Outcome } from './format.ts';

/** A format with one JSON object per line. */
export function jsonLines(read: (object: Record<string, unknown>) => Outcome): Format {
  return {
    cut: { marker: Buffer.from('\n'), at: 'after', maxBytes: 8 << 20 },
    read(record) {
      const line = record.toString().trim();
      if (line === '') return { skipped: true };
      const object = parseObject(line);
      return object ? read(object) : { reason: 'The line is not a JSON object.' };
    },
    endsWhole(last) {
      const line = last.toString().trim();
      return line === '' || parseObject(line) !== undefined;
    },
  };
}

/** A JSON object; undefined for anything else. */
export function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A string or number as text on one line; empty for other values. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? oneLine(String(value)) : '';

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The objects of a list; empty if the value is not a list. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** First bytes of a text as a string, without byte order mark and leading white space. */
export const headText = (head: Buffer): string =>
  head
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart();
