import type { Unavailable } from './run-child.ts';

/** A figure with its unit, such as `2.4 ms`. */
type Cell = string;

/** A row of the final table: one system in one measurement. */
export interface Row {
  readonly measure: string;
  readonly system: string;
  /** Cells by column, or the reason why there are none. */
  readonly cells: Readonly<Record<string, Cell>> | Unavailable;
  /** All measured figures, for `--json`. */
  readonly figures: object;
}

const isAvailable = (cells: Row['cells']): cells is Readonly<Record<string, Cell>> =>
  !('unavailable' in cells);

/** Prints a table for each measurement. */
export function printTable(rows: readonly Row[]): string {
  const out: string[] = [];
  for (const [measure, group] of Map.groupBy(rows, (row) => row.measure)) {
    const columns = new Set(
      group.flatMap(({ cells }) => (isAvailable(cells) ? Object.keys(cells) : [])),
    );
    const head = ['', ...columns];
    const lines = group.map(({ system, cells }) =>
      isAvailable(cells) ? [system, ...Array.from(columns, (name) => cells[name] ?? '')] : [system],
    );
    const widths = head.map((_, i) =>
      Math.max(...[head, ...lines].map((line) => (line[i] ?? '').length)),
    );
    const print = (line: readonly string[]) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]! + 2))
        .join('')
        .trimEnd();
    out.push(`\n${measure}`, print(head));
    group.forEach(({ cells }, i) => {
      const reason = isAvailable(cells) ? '' : `not available: ${cells.unavailable}`;
      out.push(reason ? `${print([...lines[i]!, ''])}  ${reason}` : print(lines[i]!));
    });
  }
  return out.join('\n');
}

/** A number with three significant digits. */
export const digits = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** `p50 / p99 ms`. */
export const latencyCell = ({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }): Cell =>
  `${digits(p50Ms)} / ${digits(p99Ms)} ms`;
