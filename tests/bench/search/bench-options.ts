import type { Row } from './table.ts';

/** Options of a part of the benchmark. */
export interface BenchOptions {
  readonly rows: number;
  readonly queries: number;
  readonly corpus: string | undefined;
  /** Whether a system is measured besides this engine. */
  readonly includes: (system: string) => boolean;
  readonly limitSeconds: number;
  /** Called with each row of the table as soon as it is measured. */
  readonly report: (row: Row) => void;
}
