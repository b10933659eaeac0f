import * as z from 'zod';
import { defineOperation, type Operation } from '#local/aws/service.ts';
import type { Books } from './books.ts';
import { invalid } from './failure.ts';
import type { ObjectName, Objects, StripeObject } from './objects.ts';

/** Runs an operation on its parsed input in one transaction and returns the answer. */
export type Work = (books: Books) => object;

/** An operation of Stripe. All operations have the same caller, which the endpoint checks. */
export function operation<Shape extends z.core.$ZodShape>(
  route: string,
  shape: Shape,
  work: (input: z.output<z.ZodObject<Shape, z.core.$strict>>, books: Books) => object,
): Operation {
  return defineOperation({
    route,
    permission: 'public',
    input: z.strictObject(shape),
    run:
      (input): Work =>
      (books) =>
        work(input, books),
  });
}

/** Values of forms, which are all text. */
export const text = z.string().min(1).max(5000);
export const whole = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
/** A text; an empty value clears it. */
export const clearable = z
  .string()
  .max(5000)
  .transform((value) => value || null);
const metadata = z.union([z.literal(''), z.record(z.string().max(40), z.string().max(500))]);
export const withMetadata = { metadata: metadata.optional() };

/** Metadata after a change: an empty value removes a name, an empty text all of them. */
export function changedMetadata(
  before: Record<string, string> | null,
  change: z.output<typeof metadata> | undefined,
): Record<string, string> {
  if (change === undefined) return before ?? {};
  if (change === '') return {};
  return Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''),
  );
}

/** The members that a change contains. */
export const given = <T extends object>(changes: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

const paging = {
  limit: whole.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
};
const range = z.strictObject({
  gt: whole.optional(),
  gte: whole.optional(),
  lt: whole.optional(),
  lte: whole.optional(),
});
/** The filter by the time of creation, which lists of most kinds have. */
export const createdFilter = { created: z.union([whole, range]).optional() };

interface Page {
  limit: number;
  starting_after?: string;
  ending_before?: string;
}

/** A page of a list, newest first. */
export function pageOf<T extends { id: string }>(all: T[], url: string, page: Page) {
  const { limit, starting_after, ending_before } = page;
  const place = (id: string, param: string) => {
    const found = all.findIndex((object) => object.id === id);
    if (found < 0) throw invalid(`No such object: '${id}'`, 'resource_missing', param);
    return found;
  };
  let from = starting_after ? place(starting_after, 'starting_after') + 1 : 0;
  let to = Math.min(from + limit, all.length);
  if (ending_before) {
    to = place(ending_before, 'ending_before');
    from = Math.max(0, to - limit);
  }
  const has_more = ending_before ? from > 0 : to < all.length;
  return { object: 'list' as const, url, has_more, data: all.slice(from, to) };
}

/** The operation that returns one object by its id. */
export const retrieval = (type: ObjectName, path: string) =>
  operation(`GET ${path}/{id}`, { id: text }, ({ id }, books) => books.get(type, id));

/**
 * The operation that lists objects of a kind. `filters` are its parameters; an object is in the list when
 * `keeps` says so, which by default compares members of the same names.
 */
export function listing<T extends ObjectName, Shape extends z.core.$ZodShape>(
  type: T,
  path: string,
  filters: Shape,
  keeps: (object: Objects[T], filter: Record<string, unknown>) => boolean = sameMembers,
): Operation {
  return operation(`GET ${path}`, { ...paging, ...filters }, (input, books) => {
    const { limit, starting_after, ending_before, created, ...filter } = input as Page &
      Record<string, unknown>;
    const customer = typeof filter.customer === 'string' ? filter.customer : undefined;
    if (customer) books.get('customer', customer, 'customer');
    const kept = books
      .list(type, customer)
      .filter((object) => isCreatedIn(object, created as CreatedFilter) && keeps(object, filter));
    return pageOf(kept, path, { limit, starting_after, ending_before });
  });
}

export const sameMembers = (object: object, filter: Record<string, unknown>) =>
  Object.entries(filter).every(
    ([name, value]) => value === undefined || Reflect.get(object, name) === value,
  );

type CreatedFilter = z.output<typeof createdFilter.created>;

function isCreatedIn(object: StripeObject, filter: CreatedFilter): boolean {
  if (filter === undefined) return true;
  const { created = 0 } = object as { created?: number };
  if (typeof filter === 'number') return created === filter;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  return created > gt && created >= gte && created < lt && created <= lte;
}
