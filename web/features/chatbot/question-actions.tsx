import { Button } from '@mantine/core';
import { IconPencil, IconRefresh } from '@tabler/icons-react';
import classes from './message-actions.module.css';

interface QuestionActionsProps {
  /** Nothing can be asked while Dexi works. */
  disabled: boolean;
  onEdit: () => void;
  onAsk: () => void;
}

/** A question can be changed where it stands, or asked once more at the end. */
export function QuestionActions({ disabled, onEdit, onAsk }: QuestionActionsProps) {
  return (
    <div className={classes.actions}>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPencil size={14} stroke={1.6} />}
        disabled={disabled}
        onClick={onEdit}
      >
        Edit
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconRefresh size={14} stroke={1.6} />}
        disabled={disabled}
        onClick={onAsk}
      >
        Ask again
      </Button>
    </div>
  );
}
