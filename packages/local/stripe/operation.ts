import * as z from 'zod';
import { defineOperation, type Operation } from '#local/aws/service.ts';
import type { Books } from './books.ts';
import { expand } from './expand.ts';
import { invalid } from './failure.ts';
import type { ObjectName, Objects } from './objects.ts';

/** Runs an operation on its parsed input in one transaction and returns the answer. */
export type Work = (books: Books) => object;

/**
 * An operation of Stripe. All operations have the same caller, which the endpoint checks. `expandable` are the
 * paths of the answer that `expand` replaces by objects: `data.payment_method`.
 */
export function operation<Shape extends z.core.$ZodShape>(
  route: string,
  shape: Shape,
  work: (input: z.output<z.ZodObject<Shape, z.core.$strict>>, books: Books) => object,
  expandable: readonly string[] = [],
): Operation {
  const expansions = expandable.length > 0 && { expand: z.array(z.enum(expandable)).optional() };
  return defineOperation({
    route,
    permission: 'public',
    input: z.strictObject({ ...shape, ...expansions }),
    run(parsed): Work {
      const { expand: paths = [], ...input } = parsed as { expand?: string[] };
      return (books) => expand(books, work(input as Parameters<typeof work>[0], books), paths);
    },
  });
}

/** Values of forms, which are all text. */
export const text = z.string().min(1).max(5000);
export const whole = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const metadata = z.record(z.string().max(40), z.string().max(500));

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
type Page = z.output<z.ZodObject<typeof paging>>;

/** A page of a list, newest first. */
function pageOf<T extends { id: string }>(all: T[], url: string, page: Page) {
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
  return { object: 'list', url, has_more, data: all.slice(from, to) };
}

/** The operation that returns one object by its id. */
export const retrieval = (type: ObjectName, path: string, expandable?: readonly string[]) =>
  operation(`GET ${path}/{id}`, { id: text }, ({ id }, books) => books.get(type, id), expandable);

/**
 * The operation that lists objects of a kind. `filters` are its parameters; an object is in the list when
 * `keeps` says so. A parameter `customer` needs no such check.
 */
export function listing<T extends ObjectName, Shape extends z.core.$ZodShape>(
  type: T,
  path: string,
  filters: Shape,
  keeps: (object: Objects[T], filter: z.output<z.ZodObject<Shape, z.core.$strict>>) => boolean,
  expandable?: readonly string[],
): Operation {
  return operation(
    `GET ${path}`,
    { ...filters, ...paging },
    (input, books) => {
      const { customer } = input as { customer?: string };
      if (customer) books.get('customer', customer, 'customer');
      const kept = books
        .list(type, customer)
        .filter((object) => keeps(object, input as Parameters<typeof keeps>[1]));
      return pageOf(kept, path, input as unknown as Page);
    },
    expandable,
  );
}
