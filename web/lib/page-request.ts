/** The page that is requested of a list that the server sorts. */
export interface PageRequest {
  order: 'ascending' | 'descending';
  limit: number;
  cursor: string | undefined;
}
