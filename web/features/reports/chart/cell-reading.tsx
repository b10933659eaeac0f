import { Stack, Text } from '@mantine/core';
import type { Mark } from '#shared/report/marks.ts';
import type { ChartCell } from '#shared/report/report.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Quote } from '../references/quote.tsx';
import classes from './cell-editor.module.css';
import { cellTitle } from './cell-passages.ts';
import { markNames } from './grades.ts';
import { JudgementText } from './judgement-text.tsx';
import { OpenCell } from './open-cell.tsx';

interface CellReadingProps {
  /** The machine's version, without people's marks. */
  cell: ChartCell;
  mark: Mark | undefined;
  onClose: () => void;
}

/** An open cell of a chart that is only read: its quotes, and what people say of it. */
export function CellReading({ cell, mark, onClose }: CellReadingProps) {
  const { ucid, judgement } = cell;
  return (
    <OpenCell cell={cell} onClose={onClose}>
      <Stack gap="sm" className={classes.passages}>
        {mark && (
          <div className={classes.own}>
            <Text size="sm" fw={560}>
              {mark.grade ? `${markNames[mark.grade]}, by` : 'By'} {mark.by},{' '}
              {formatDateTime(mark.at)}
            </Text>
            {mark.note && <Text size="sm">{mark.note}</Text>}
            {mark.passage && <Quote ucid={ucid} passage={mark.passage} />}
          </div>
        )}
        <Text size="sm" fw={560}>
          {cellTitle(cell)}
        </Text>
        {cell.passages.map((passage) => (
          <Quote key={`${passage.where} ${passage.start}`} ucid={ucid} passage={passage} />
        ))}
        {judgement && <JudgementText ucid={ucid} judgement={judgement} />}
      </Stack>
    </OpenCell>
  );
}
