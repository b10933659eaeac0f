import * as z from 'zod';
import { limits } from '#shared/limits.ts';

/** Field schemas that several resources use. Bounds are on everything a client sends. */
export const id = z.string().min(1).max(200);
export const email = z
  .email()
  .max(limits.emailMaxLength)
  .transform((address) => address.toLowerCase());

/**
 * Characters that no name has and that change what stands around it: line breaks and other controls, and
 * overrides of the writing direction. Letters that are written from right to left are letters.
 */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** What people call somebody or something, as it is shown to others. */
const name = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !controls.test(text), { error: 'control characters are not allowed' });

export const fullName = name(limits.fullNameMaxLength).min(1);
/** Its least length has a message of its own. */
export const organizationName = name(limits.organizationNameMaxLength);
export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });

/** Query of a paged list: `next` of one answer is the `cursor` of the following call. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(limits.cursorMaxLength).optional(),
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
