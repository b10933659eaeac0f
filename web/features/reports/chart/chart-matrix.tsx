import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { elementNotes } from '#shared/report/element-notes.ts';
import type { Mark } from '#shared/report/marks.ts';
import type { ChartCell, ClaimElement, ReportClaim } from '#shared/report/report.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { CellButton } from './cell-button.tsx';
import classes from './chart-matrix.module.css';
import { cellKey, type Drafts } from './drafts.ts';
import { nextCell } from './next-cell.ts';

interface ChartMatrixProps {
  /** Those whose elements have rows. */
  claims: readonly ReportClaim[];
  /** Columns, in their order. */
  references: readonly string[];
  /** The machine's versions by `cellKey`. */
  cells: ReadonlyMap<string, ChartCell>;
  /** By `cellKey`. */
  marks: ReadonlyMap<string, Mark>;
  drafts: Drafts;
  /** What stands below the row of a cell that is open. */
  openCell: (key: string, cell: ChartCell, close: () => void) => ReactNode;
  /** Whose marks these are. */
  team?: string;
}

/**
 * Table of claim elements by references. A cell opens in place. The arrow keys move from cell to cell, so the whole
 * chart is one tab stop.
 */
export function ChartMatrix(props: ChartMatrixProps) {
  const { claims, references, cells, marks, drafts, openCell, team = 'your team' } = props;
  const table = useRef<HTMLTableElement>(null);
  const [opened, setOpened] = useState<string>();
  const [reached, setReached] = useState<string>();
  const rows = claims.flatMap(({ elements }) =>
    elements.map(({ label }) => references.map((ucid) => cellKey({ element: label, ucid }))),
  );
  const stop = reached !== undefined && cells.has(reached) ? reached : rows[0]?.[0];
  const focus = (key: string) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(key)}"]`)?.focus();
  const move = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement && event.target.dataset.cell;
    const to = from && nextCell(rows, from, event.key);
    if (!to) return;
    event.preventDefault();
    focus(to);
  };
  const close = (key: string) => {
    setOpened(undefined);
    focus(key);
  };
  const row = (element: ClaimElement) => {
    const keys = references.map((ucid) => cellKey({ element: element.label, ucid }));
    const open = keys.find((key) => key === opened);
    const opening = open === undefined ? undefined : cells.get(open);
    return [
      <tr key={element.label} className={classes.element}>
        <th scope="row" className={classes.rowHeader}>
          <ElementText element={element} />
        </th>
        {keys.map((key) => {
          const cell = cells.get(key);
          return (
            <td key={key}>
              {cell && (
                <CellButton
                  cell={cell}
                  mark={marks.get(key)}
                  team={team}
                  isUnsaved={key in drafts}
                  isOpen={key === opened}
                  isStop={key === stop}
                  onReach={() => setReached(key)}
                  onToggle={() => setOpened(key === opened ? undefined : key)}
                />
              )}
            </td>
          );
        })}
      </tr>,
      open !== undefined && opening && (
        <tr key={`${element.label} opened`} className={classes.opened}>
          <td colSpan={references.length + 1}>
            <Opened render={openCell} name={open} cell={opening} onClose={() => close(open)} />
          </td>
        </tr>
      ),
    ];
  };
  return (
    <div className={classes.scroll}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells the arrow keys lead to
        role="grid"
        aria-label="Claim chart"
        className={classes.table}
        onKeyDown={move}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              Element
            </th>
            {references.map((ucid) => (
              <th key={ucid} scope="col">
                <Link to={patentPath(ucid)}>{ucid}</Link>
              </th>
            ))}
          </tr>
        </thead>
        {claims.map((claim) => (
          <tbody key={claim.number}>
            <tr className={classes.claim}>
              <th scope="rowgroup" colSpan={references.length + 1}>
                <span>Claim {claim.number}</span>
              </th>
            </tr>
            {claim.elements.map(row)}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface OpenedProps {
  render: ChartMatrixProps['openCell'];
  name: string;
  cell: ChartCell;
  onClose: () => void;
}

const Opened = ({ render, name, cell, onClose }: OpenedProps) => render(name, cell, onClose);

function ElementText({ element }: { element: ClaimElement }) {
  const { label, text, definitions = [] } = element;
  return (
    <>
      <span className={classes.label}>{label}</span>
      {elementNotes(element).map((note) => (
        <span key={note} className={classes.tag}>
          {note}
        </span>
      ))}
      <span className={classes.text}>{text}</span>
      {definitions.length > 0 && (
        <span className={classes.definitions}>{definitions.map((one) => one.text).join('; ')}</span>
      )}
    </>
  );
}
