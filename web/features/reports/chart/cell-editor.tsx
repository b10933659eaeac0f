import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { limits } from '#shared/limits.ts';
import type { Mark } from '#shared/report/marks.ts';
import type { ChartCell } from '#shared/report/report.ts';
import { saveMark } from '#web/api/report-marks.ts';
import { codeOf } from '#web/lib/errors.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Quote } from '../references/quote.tsx';
import classes from './cell-editor.module.css';
import { cellTitle } from './cell-passages.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { type Draft, draftOf, isChanged, toNewMark } from './drafts.ts';
import { FindPassage } from './find-passage.tsx';
import { gradeNames, markNames, verdictNames } from './grades.ts';
import { JudgementText } from './judgement-text.tsx';
import { OpenCell } from './open-cell.tsx';

interface CellEditorProps {
  /** The patent that the report is about. */
  report: string;
  /** The machine's version, without people's marks. */
  cell: ChartCell;
  /** What is saved. */
  mark: Mark | undefined;
  /** What is not saved yet. */
  draft: Draft | undefined;
  onDraft: (draft?: Draft) => void;
  onClose: () => void;
}

const asTheMachine = 'machine';

const asMachine = ({ judgement, grade }: ChartCell) =>
  judgement ? verdictNames[judgement.verdict] : gradeNames[grade];

/** An open cell of the chart: its quotes, and a form for a person's mark. */
export function CellEditor({ report, cell, mark, draft, onDraft, onClose }: CellEditorProps) {
  const { ucid } = cell;
  const shown = draft ?? draftOf(mark);
  const editor = useRef<HTMLElement>(null);
  const save = useMutation(saveMark(report));
  // The buttons that end a change disappear with it, so the focus must move.
  const end = () => {
    onDraft(undefined);
    editor.current?.focus({ preventScroll: true });
  };
  const change = (part: Partial<Draft>) => {
    const next = { ...shown, ...part };
    onDraft(isChanged(next, mark) ? next : undefined);
  };
  const saveOver = (revision: number) =>
    save
      .mutateAsync({ mark: toNewMark(cell, shown), revision })
      // The failure is shown below.
      .then(end, () => undefined);
  const hasConflict = draft !== undefined && draft.revision !== (mark?.revision ?? 0);
  return (
    <OpenCell cell={cell} onClose={onClose} ref={editor}>
      <div className={classes.columns}>
        <Stack gap="sm" className={classes.passages}>
          {shown.passage && (
            <div className={classes.own}>
              <Text size="sm" fw={560}>
                Passage of your team
              </Text>
              <Quote ucid={ucid} passage={shown.passage} />
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => change({ passage: undefined })}
              >
                Back to the machine’s passages
              </Button>
            </div>
          )}
          <Text size="sm" fw={560}>
            {cellTitle(cell)}
          </Text>
          {cell.passages.map((passage) => (
            <div key={`${passage.where} ${passage.start}`}>
              <Quote ucid={ucid} passage={passage} />
              <Button variant="subtle" size="compact-xs" onClick={() => change({ passage })}>
                Use only this passage
              </Button>
            </div>
          ))}
          {cell.judgement && <JudgementText ucid={ucid} judgement={cell.judgement} />}
          <FindPassage ucid={ucid} onFind={(passage) => change({ passage })} />
        </Stack>
        <Stack gap="sm">
          <Radio.Group
            label="What your team found"
            value={shown.grade ?? asTheMachine}
            onChange={(grade) => change({ grade: grade === asTheMachine ? undefined : grade })}
          >
            <Stack gap={6} mt={4}>
              <Radio
                value={asTheMachine}
                label={`As the machine: ${asMachine(cell).toLowerCase()}`}
              />
              {Object.entries(markNames).map(([grade, name]) => (
                <Radio key={grade} value={grade} label={name} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Note"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={limits.reportNoteMaxLength}
            value={shown.note ?? ''}
            onChange={(event) => change({ note: event.currentTarget.value || undefined })}
          />
          {mark && (
            <Text size="xs" c="dimmed">
              Saved by {mark.by}, {formatDateTime(mark.at)}
            </Text>
          )}
          {hasConflict ? (
            <ChangedMeanwhile
              mark={mark}
              isSaving={save.isPending}
              onSaveMine={() => void saveOver(mark?.revision ?? 0)}
              onTakeTheirs={end}
            />
          ) : (
            <Group gap="xs">
              <Button
                size="xs"
                disabled={!draft}
                loading={save.isPending}
                onClick={() => void saveOver(shown.revision)}
              >
                Save
              </Button>
              {draft && (
                <Button variant="default" size="xs" onClick={end}>
                  Discard changes
                </Button>
              )}
            </Group>
          )}
          {!(hasConflict && codeOf(save.error) === 'MarkChanged') && (
            <FormError error={save.error} />
          )}
        </Stack>
      </div>
    </OpenCell>
  );
}
