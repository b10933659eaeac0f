import { limits } from '#shared/limits.ts';

/** The page that is requested of a list that the server sorts. */
export interface PageRequest {
  order: 'ascending' | 'descending';
  limit: number;
  cursor: string | undefined;
}

/** How a list begins. */
export const firstPage = (limit: number = limits.pageSizeDefault): PageRequest => ({
  order: 'ascending',
  limit,
  cursor: undefined,
});
