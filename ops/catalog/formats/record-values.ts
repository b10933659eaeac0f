import { isObject } from './json-lines.ts';
import { realDay } from './patent-document.ts';
import { isoDate } from './patent-row.ts';

/** A day in any of the forms that offices write: `20310203`, `2031-02-03T00:00:00Z`, `02/03/2031` or `02-03-2031` (US). */
export function day(text: string): string | undefined {
  const written = text.trim();
  const [, month, date, year] = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(written) ?? [];
  if (year) return realDay(`${year}-${month}-${date}`);
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:T|$)/.exec(written) ?? [];
  return realDay(iso ?? isoDate(written));
}

type Json = Record<string, unknown>;

/** All objects in a value that have one of these properties, at any depth. */
export function objectsWith(value: unknown, ...names: string[]): Json[] {
  if (Array.isArray(value)) return value.flatMap((one) => objectsWith(one, ...names));
  if (!isObject(value)) return [];
  if (names.some((name) => name in value)) return [value];
  return Object.values(value).flatMap((one) => objectsWith(one, ...names));
}
