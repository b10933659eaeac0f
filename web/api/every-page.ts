interface Page<T> {
  items: T[];
  next?: string | undefined;
}

/** Follows the cursors of a paged list to its end. */
export async function everyPage<T>(
  load: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}
