/** What a query asks of the engine, in the form of a request's conditions. */
export type QueryCondition =
  | {
      column: string;
      operator: '=' | '<' | '<=' | '>' | '>=' | 'in' | 'begins' | 'contains' | 'under' | 'named';
      value: string | string[];
    }
  | { phrase: string; columns?: string[] | undefined }
  | { near: [string, string]; within: number; columns?: string[] | undefined }
  | { and: QueryCondition[] }
  | { or: QueryCondition[] }
  | { not: QueryCondition };
