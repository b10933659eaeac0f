/**
 * Answers a list as the server does that has these items, by the beginning of their names and by page.
 * @param nameOf name of an item, by which `prefix` finds it
 */
export const listOf =
  <T>(items: readonly T[], nameOf: (item: T) => string) =>
  ({ searchParams }: URL): { items: T[]; next?: string } => {
    const prefix = searchParams.get('prefix')?.toLowerCase() ?? '';
    const found = items.filter((item) => nameOf(item).toLowerCase().startsWith(prefix));
    const from = Number(searchParams.get('cursor') ?? 0);
    const to = from + Number(searchParams.get('limit') ?? 100);
    const listed = found.slice(from, to);
    return to < found.length ? { items: listed, next: String(to) } : { items: listed };
  };
