import * as z from 'zod';

/**
 * Records are what the engine stores as JSON: manifest, facts of a file, lists of codes. Each has a schema,
 * from which its type follows, and is read by `readRecord`.
 */

/** A number of rows, bytes or terms. */
export const count = z.int('is not a whole number').nonnegative('is not a whole number');

/** A list of texts. There may be millions, so they are not parsed one by one. */
export const textList = z.custom<readonly string[]>(
  (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  'is not a list of texts',
);

/**
 * Checks a record.
 * @param name its name in messages
 * @param fail makes the error from a problem, such as "manifest.rowCount is not a whole number"
 */
export function readRecord<T>(
  schema: z.ZodType<T>,
  value: unknown,
  name: string,
  fail: (problem: string) => Error,
): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const { path, message } = error.issues[0]!;
  throw fail(`${[name, ...path].join('.')} ${message}`);
}
