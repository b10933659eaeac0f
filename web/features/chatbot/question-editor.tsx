import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { useSubmitOnEnter } from '#web/ui/form/use-submit-on-enter.ts';
import classes from './message-actions.module.css';

interface QuestionEditorProps {
  text: string;
  /** Whether answers follow the question, which are then lost. */
  isFollowed: boolean;
  disabled: boolean;
  onAsk: (text: string) => void;
  onCancel: () => void;
}

/** A question that is changed where it stands. It is asked again from there. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { text, isFollowed, disabled, onAsk, onCancel } = props;
  const [draft, setDraft] = useState(text);
  const asked = draft.trim();
  const isUsable = asked !== '' && asked.length <= limits.chatMessageMaxLength && !disabled;
  const { onSubmit, onKeyDown } = useSubmitOnEnter(() => {
    if (isUsable) onAsk(asked);
  });
  return (
    <form aria-label="Edit question" onSubmit={onSubmit}>
      <Textarea
        aria-label="Question"
        description={
          isFollowed ? 'Its answer, and all that came after it, are replaced.' : undefined
        }
        autosize
        autoFocus
        maxRows={10}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          else onKeyDown(event);
        }}
      />
      <div className={classes.actions}>
        <Button type="submit" size="compact-sm" disabled={!isUsable}>
          Ask from here
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
