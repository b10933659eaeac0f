import type { ListItem } from '#shared/contract/lists.ts';

/** The documents of a list as rows of a CSV file, with their addresses. */
export const listRows = (
  items: readonly ListItem[],
  addressOf: (item: ListItem) => string,
): string[][] => [
  ['id', 'title', 'note', 'tags', 'added_by', 'added_at', 'index', 'address'],
  ...items.map((item) => [
    item.id,
    item.title,
    item.note ?? '',
    item.tags.join('; '),
    item.by,
    item.at,
    item.index_id,
    addressOf(item),
  ]),
];
