import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ChatMessage } from '#shared/contract/chat.ts';
import { limits } from '#shared/limits.ts';
import { sendFeedback } from '#web/api/chat-feedback.ts';
import type { ThreadRef } from '#web/api/chat-threads.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { CopyButton } from '#web/ui/text/copy-button.tsx';
import { answerWithSources } from './answer-with-sources.ts';
import classes from './message-actions.module.css';

interface AnswerActionsProps {
  message: ChatMessage;
  /** The conversation, if it is open. */
  thread: ThreadRef | null;
}

/** What can be done with an answer: copy it with its sources, say whether it helped, and why. */
export function AnswerActions({ message, thread }: AnswerActionsProps) {
  const { run_id: runId } = message;
  return (
    <div className={classes.actions}>
      <CopyButton value={answerWithSources(message)} label="Copy with sources" />
      {thread && runId && <Opinion about={{ thread, runId }} />}
    </div>
  );
}

function Opinion({ about }: { about: { thread: ThreadRef; runId: string } }) {
  const [intent, setIntent] = useState<boolean>();
  const [why, setWhy] = useState('');
  const [isDone, setDone] = useState(false);
  const send = useMutation(sendFeedback);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (intent === undefined) return;
    send.mutate(
      { intent, text: why.trim(), about },
      {
        onSuccess: () => {
          setDone(true);
          return showMessage('Thank you for your feedback.');
        },
      },
    );
  };
  const button = (helped: boolean, label: string, Icon: typeof IconThumbUp) => (
    <ActionIcon
      variant={intent === helped ? 'filled' : 'subtle'}
      color={intent === helped ? undefined : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={intent === helped}
      onClick={() => {
        setDone(false);
        setIntent(helped);
      }}
    >
      <Icon size={16} stroke={1.6} />
    </ActionIcon>
  );
  return (
    <>
      {button(true, 'This answer helped', IconThumbUp)}
      {button(false, 'This answer did not help', IconThumbDown)}
      {intent !== undefined && !isDone && (
        <form className={classes.why} aria-label="Opinion about this answer" onSubmit={submit}>
          <Textarea
            aria-label={intent ? 'What helped' : 'What was missing or wrong'}
            placeholder={
              intent ? 'What helped? (optional)' : 'What was missing or wrong? (optional)'
            }
            autosize
            minRows={1}
            maxRows={6}
            maxLength={limits.feedbackMaxLength}
            value={why}
            onChange={(event) => setWhy(event.currentTarget.value)}
          />
          <FormError error={send.error} />
          <Group gap="xs">
            <Button type="submit" size="compact-sm" variant="default" loading={send.isPending}>
              Send
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => setIntent(undefined)}>
              Cancel
            </Button>
          </Group>
        </form>
      )}
    </>
  );
}
