import type { ReactNode } from 'react';
import classes from './sample-table.module.css';

interface SampleTableProps {
  /** Name of the table for screen readers. */
  label: string;
  /** Wide columns hold running text. */
  columns: readonly { name: string; note?: ReactNode; wide?: boolean }[];
  rows: readonly (readonly (string | undefined)[])[];
}

/** Rows of a dataset in a box that scrolls. Cells are shown as plain text and cut after some lines. */
export function SampleTable({ label, columns, rows }: SampleTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ name, note, wide }, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file can repeat a column name
              <th key={position} scope="col" data-wide={wide}>
                {name}
                {note}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
            <tr key={line}>
              {columns.map(({ wide }, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={position}>
                  <div className={classes.cell} data-wide={wide}>
                    {row[position]}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
