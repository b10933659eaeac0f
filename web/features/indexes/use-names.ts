import type { ColumnUse } from '#shared/column-uses.ts';

/** What people read for the uses of columns. */
export const useNames: Record<ColumnUse, string> = { title: 'Title', link: 'Link', id: 'Id' };
