import { Button, Textarea } from '@mantine/core';
import { IconArrowUp, IconPlayerStop } from '@tabler/icons-react';
import type { Ref } from 'react';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useSubmitOnEnter } from '#web/ui/form/use-submit-on-enter.ts';
import classes from './composer.module.css';

interface ComposerProps {
  ref: Ref<HTMLTextAreaElement>;
  draft: string;
  onDraft: (draft: string) => void;
  /** Whether Dexi is working. Nothing can be sent then. */
  busy: boolean;
  /** What keeps the message from being sent, besides its length. */
  problem: string | undefined;
  onSend: () => void;
  /** Absent while there is nothing to stop. */
  onStop: (() => void) | undefined;
  stopping: boolean;
}

const { chatMessageMaxLength: maxLength } = limits;

/** Where a message is written. Enter sends it, Shift and Enter begin a new line. */
export function Composer(props: ComposerProps) {
  const { ref, draft, onDraft, busy, problem, onSend, onStop, stopping } = props;
  const text = draft.trim();
  const tooLong =
    text.length > maxLength
      ? `A message can have ${formatNumber(maxLength)} characters. This one has ${formatNumber(text.length)}.`
      : undefined;
  const error = tooLong ?? problem;
  const send = () => {
    if (text !== '' && !busy && error === undefined) onSend();
  };
  const { onSubmit, onKeyDown } = useSubmitOnEnter(send);
  return (
    <form className={classes.composer} aria-label="Message" onSubmit={onSubmit}>
      <Textarea
        ref={ref}
        aria-label="Message to Dexi"
        placeholder="Ask Dexi about patents"
        autosize
        minRows={1}
        classNames={{ root: classes.field, input: classes.input }}
        value={draft}
        error={error}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {onStop && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} stroke={1.6} />}
          loading={stopping}
          onClick={onStop}
        >
          Stop
        </Button>
      )}
      <Button
        type="submit"
        leftSection={<IconArrowUp size={16} stroke={1.8} />}
        disabled={text === '' || busy}
      >
        Send
      </Button>
    </form>
  );
}
