import { Button, Group } from '@mantine/core';
import type { Mark } from '#shared/report/marks.ts';
import { Notice } from '#web/ui/notice.tsx';
import { gradeNames } from './grades.ts';

interface ChangedMeanwhileProps {
  /** What a colleague has saved; undefined if they took it away. */
  mark: Mark | undefined;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}

/** A colleague has saved the cell since a person began to change it: shows theirs, and asks which one stays. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { mark, isSaving, onSaveMine, onTakeTheirs } = props;
  return (
    <Notice kind="danger">
      {mark
        ? `${mark.by} has changed this cell meanwhile: ${describeMark(mark)}. Which one should stay?`
        : 'A colleague has taken away what your team said of this cell. Should yours stay?'}
      <Group gap="xs" mt="xs">
        <Button size="xs" loading={isSaving} onClick={onSaveMine}>
          Save mine
        </Button>
        <Button variant="default" size="xs" disabled={isSaving} onClick={onTakeTheirs}>
          Keep theirs
        </Button>
      </Group>
    </Notice>
  );
}

/** `partly, passage in claim 3, note “…”`. */
function describeMark({ grade, passage, note }: Mark): string {
  const parts = [
    grade && gradeNames[grade].toLowerCase(),
    passage && `passage in ${passage.where}`,
    note && `note “${note}”`,
  ];
  return parts.filter(Boolean).join(', ');
}
