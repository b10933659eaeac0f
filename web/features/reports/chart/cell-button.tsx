import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconNote, IconPencil } from '@tabler/icons-react';
import type { Mark } from '#shared/report/marks.ts';
import { matchingPassages } from '#shared/report/match-names.ts';
import type { ChartCell } from '#shared/report/report.ts';
import { standingOf } from '#shared/report/standing.ts';
import classes from './cell-button.module.css';
import { cellKey } from './drafts.ts';
import { gradeNames, markNames, verdictNames } from './grades.ts';

interface CellButtonProps {
  /** The machine's version, without people's marks. */
  cell: ChartCell;
  mark: Mark | undefined;
  /** Whose mark it is. */
  team: string;
  isUnsaved: boolean;
  isOpen: boolean;
  /** Whether the Tab key moves the focus to this cell. */
  isStop: boolean;
  onReach: () => void;
  onToggle: () => void;
}

/** A cell of the chart. A person's grade has a pencil beside it and the machine's grade below it. */
export function CellButton(props: CellButtonProps) {
  const { cell, mark, team, isUnsaved, isOpen, isStop, onReach, onToggle } = props;
  const { element, ucid } = cell;
  const { extent } = standingOf({ ...cell, mark: mark?.grade });
  const machine = cell.judgement ? verdictNames[cell.judgement.verdict] : gradeNames[cell.grade];
  const where = (mark?.passage ?? matchingPassages(cell)[0])?.where;
  return (
    <UnstyledButton
      className={classes.cell}
      data-cell={cellKey(cell)}
      data-extent={extent}
      data-marked={mark !== undefined}
      aria-expanded={isOpen}
      tabIndex={isStop ? 0 : -1}
      onFocus={onReach}
      onClick={onToggle}
    >
      <VisuallyHidden>
        {element}, {ucid}:{' '}
      </VisuallyHidden>
      <span className={classes.ucid} aria-hidden>
        {ucid}
      </span>
      <span className={classes.content}>
        <span className={classes.grade}>
          {mark && <IconPencil size={14} stroke={1.8} aria-label={`Changed by ${team}:`} />}
          {mark?.grade ? markNames[mark.grade] : machine}
          {mark?.note && <IconNote size={14} stroke={1.8} aria-label="with a note" />}
        </span>
        {where && <span className={classes.where}>{where}</span>}
        {mark?.grade && <span className={classes.machine}>machine: {machine.toLowerCase()}</span>}
        {isUnsaved && <span className={classes.unsaved}>not saved</span>}
      </span>
    </UnstyledButton>
  );
}
