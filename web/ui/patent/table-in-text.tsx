import type { ReactNode } from 'react';
import classes from './text.module.css';

interface Cell {
  key: string;
  text: string;
  content: ReactNode;
}

interface PatentTableProps {
  rows: readonly (readonly Cell[])[];
  /** How many of the first rows are headings. */
  headRows: number;
}

const figure = /^\s*[-+−±<>≤≥~]?\s*[\d.,]+(?:\s*[%×·eE^()\d−+-]*)?\s*$/;

/** A table of a patent. If it is wider than the text, it scrolls by itself. */
export function PatentTable({ rows, headRows }: PatentTableProps) {
  const columns = Math.max(...rows.map((row) => row.length));
  const body = rows.slice(headRows).filter((row) => row.length > 1);
  /** Headings stand above their figures. */
  const isFigures = (column: number) =>
    body.length > 0 && body.every((row) => row[column] && figure.test(row[column].text));
  const row = (cells: readonly Cell[], position: number, Name: 'th' | 'td') => (
    <tr key={position}>
      {cells.map(({ text, content }, column) => (
        <Name
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a publication do not change
          key={column}
          {...(Name === 'th' && { scope: 'col' })}
          colSpan={cells.length === 1 && columns > 1 ? columns : undefined}
          data-figure={
            (cells.length > 1 && (Name === 'th' ? isFigures(column) : figure.test(text))) ||
            undefined
          }
        >
          {content}
        </Name>
      ))}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard, only what has the focus scrolls
    <section className={classes.tableScroller} aria-label="Table" tabIndex={0}>
      <table className={classes.table}>
        {headRows > 0 && (
          <thead>
            {rows.slice(0, headRows).map((cells, position) => row(cells, position, 'th'))}
          </thead>
        )}
        <tbody>{rows.slice(headRows).map((cells, position) => row(cells, position, 'td'))}</tbody>
      </table>
    </section>
  );
}
