import * as z from 'zod';
import { limits } from '#shared/limits.ts';

/** Field schemas that several resources use. Bounds are on everything a client sends. */
export const id = z.string().min(1).max(200);
export const email = z
  .email()
  .max(limits.emailMaxLength)
  .transform((address) => address.toLowerCase());
export const fullName = z.string().trim().min(1).max(limits.fullNameMaxLength);
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
