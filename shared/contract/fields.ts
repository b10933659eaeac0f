import * as z from 'zod';
import { namePattern } from '#shared/dataset-names.ts';
import { limits } from '#shared/limits.ts';

/** Field schemas that several resources share. Everything a client sends has an upper bound. */
export const id = z.string().min(1).max(200);
export const email = z
  .email()
  .max(limits.emailMaxLength)
  .transform((address) => address.toLowerCase());

/**
 * Characters that would change the text around a name: line breaks, other control characters, and
 * overrides of the writing direction. Ordinary right-to-left letters are allowed.
 */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** What a name consists of, for OpenAPI: readers of JSON Schema need not know `\p{Cc}`. */
const withoutControls =
  '[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*';

/** A name that is shown to other people. */
const name = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !controls.test(text), { error: 'control characters are not allowed' })
    .meta({
      pattern: `^${withoutControls}$`,
      description: 'Spaces at both ends are removed, and do not count',
    });

/** All but line breaks and tabs: no reader sees them, and each takes six bytes of an answer. */
const hidden = /[^\P{Cc}\n\t]/gu;

/** A text that people write for others. Characters that nobody sees are left out, so that an answer with many stays small. */
export const freeText = (maxLength: number) =>
  z
    .string()
    .overwrite((text) => text.toWellFormed().replace(hidden, '').trim())
    .max(maxLength);

export const fullName = name(limits.fullNameMaxLength).min(1);
/** The minimum length is checked separately: it has its own message. */
export const organizationName = name(limits.organizationNameMaxLength).meta({
  minLength: limits.organizationNameMinLength,
});

export const managementKeyName = name(limits.managementKeyNameMaxLength).min(1);

export const listName = name(limits.listNameMaxLength).min(1);
export const keyName = name(limits.keyNameMaxLength).min(1);
export const listTag = name(limits.listTagMaxLength).min(1);

/** Name of a file to upload. Where it is read, more is checked, with a message for each reason. */
export const datasetName = z.string().min(1).max(1024).meta({
  maxLength: limits.fileNameMaxBytes,
  pattern: namePattern,
  description:
    'Name of a file in CSV, TSV, JSON, JSON lines, Parquet or Excel, or of one packed by gzip or ZIP: no path, no control characters, no marks of the writing direction',
});

export const publicationNumber = z.string().min(1).max(60).meta({
  description:
    'Publication number in any usual spelling. Without a kind code, a granted patent is preferred to its application',
});
export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

/** Query fields of a paged list. Send `next` of one answer as the `cursor` of the next call. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(limits.cursorMaxLength).optional().meta({
    pattern: '^[A-Za-z0-9_-]+$',
    description: '`next` of an answer to the same call in the same order. Anything else is refused',
  }),
};

/** Answer of a paged list. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next: z
      .string()
      .optional()
      .meta({ description: 'Cursor of the next page, absent on the last' }),
  });
}
