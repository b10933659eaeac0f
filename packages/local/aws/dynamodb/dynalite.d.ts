/** The parts of dynalite 4 that we call: its operations, their input validation, and its key encoding. */
declare module 'dynalite/actions/*' {
  const action: (
    store: import('./write-set.ts').WriteSet,
    data: Record<string, unknown>,
    callback: (error: Error | null, result?: Record<string, unknown>) => void,
  ) => void;
  export = action;
}

declare module 'dynalite/validations/index.js' {
  export function checkTypes(
    data: Record<string, unknown>,
    types: Record<string, unknown>,
  ): Record<string, unknown>;
  export function checkValidations(
    data: Record<string, unknown>,
    types: Record<string, unknown>,
    custom: unknown,
    store: unknown,
  ): void;
}

declare module 'dynalite/validations/*' {
  export const types: Record<string, unknown>;
  export const custom: unknown;
}

declare module 'dynalite/db/index.js' {
  import type { Item, KeySchema, TableDescription } from './tables.ts';
  export function createKey(item: Item, table: TableDescription, keySchema?: KeySchema): string;
  export function createIndexKey(item: Item, table: TableDescription, keySchema: KeySchema): string;
}
