import type { ReactNode } from 'react';
import classes from './figure-table.module.css';

interface FigureTableProps {
  /** What opens the table. */
  summary: string;
  columns: readonly string[];
  /** Cells by row. */
  rows: readonly (readonly ReactNode[])[];
}

/** What a picture shows as a table, closed at first. */
export function FigureTable({ summary, columns, rows }: FigureTableProps) {
  return (
    <details className={classes.figures}>
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={summary}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows change all at once
              <tr key={row}>
                {cells.map((cell, column) => (
                  <td key={columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
