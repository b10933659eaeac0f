interface Page<T> {
  items: T[];
  next?: string | undefined;
}

/** Follows the cursors of a paged list to its end, or to a cursor that leads nowhere new. */
export async function everyPage<T>(
  load: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  while (true) {
    const { items: more, next } = await load(cursor);
    items.push(...more);
    if (next === undefined || next === cursor) return items;
    cursor = next;
  }
}
