import { Button, Group } from '@mantine/core';
import type { Mark } from '#shared/report/marks.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { markNames } from './grades.ts';

interface ChangedMeanwhileProps {
  /** The colleague's mark; undefined if they removed it. */
  mark: Mark | undefined;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
}

/**
 * Shown if a colleague has saved the cell since the person began to change it: shows the colleague's mark, and asks
 * which one stays.
 */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { mark, isSaving, onSaveMine, onTakeTheirs } = props;
  return (
    <Notice kind="danger">
      {mark
        ? `${mark.by} has changed this cell meanwhile: ${describeMark(mark)}. Which one should stay?`
        : 'A colleague has removed your team’s changes to this cell. Should yours stay?'}
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
    grade && markNames[grade].toLowerCase(),
    passage && `passage in ${passage.where}`,
    note && `note “${note}”`,
  ];
  return parts.filter(Boolean).join(', ');
}
