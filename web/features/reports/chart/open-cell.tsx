import { CloseButton } from '@mantine/core';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { ChartCell } from '#shared/report/report.ts';
import classes from './cell-editor.module.css';

interface OpenCellProps {
  cell: ChartCell;
  onClose: () => void;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** The frame of an open cell of a chart: its title, and what closes it. */
export function OpenCell({ cell: { element, ucid }, onClose, children, ref }: OpenCellProps) {
  const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={classes.editor}
      aria-label={`${element} in ${ucid}`}
      onKeyDown={closeOnEscape}
    >
      <div className={classes.head}>
        <h3 className={classes.title}>
          {element} in {ucid}
        </h3>
        <CloseButton aria-label="Close the cell" onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
