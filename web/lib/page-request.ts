/** What is asked of a list that the server sorts and pages. */
export interface PageRequest {
  order: 'ascending' | 'descending';
  limit: number;
  cursor: string | undefined;
}
