import { Button } from '@mantine/core';
import { IconPencil, IconRefresh } from '@tabler/icons-react';
import classes from './message-actions.module.css';

interface QuestionActionsProps {
  text: string;
  /** Nothing can be asked while Dexi works. */
  disabled: boolean;
  onEdit: (text: string) => void;
  onAsk: (text: string) => void;
}

/** A question can be changed in the field for messages, or asked once more. The conversation keeps what was said. */
export function QuestionActions({ text, disabled, onEdit, onAsk }: QuestionActionsProps) {
  return (
    <div className={classes.actions}>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPencil size={14} stroke={1.6} />}
        onClick={() => onEdit(text)}
      >
        Edit
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconRefresh size={14} stroke={1.6} />}
        disabled={disabled}
        onClick={() => onAsk(text)}
      >
        Ask again
      </Button>
    </div>
  );
}
