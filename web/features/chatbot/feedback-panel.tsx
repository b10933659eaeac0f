import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { sendFeedback } from '#web/api/chat-feedback.ts';
import type { ThreadRef } from '#web/api/chat-threads.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

interface FeedbackPanelProps {
  /** The last answer; undefined before the first one. */
  about: { thread: ThreadRef; runId: string } | undefined;
}

/** Asks whether the last answer helped. */
export function FeedbackPanel({ about }: FeedbackPanelProps) {
  return <FeedbackForm key={about?.runId} about={about} />;
}

function FeedbackForm({ about }: FeedbackPanelProps) {
  const [intent, setIntent] = useState<boolean>();
  const [text, setText] = useState('');
  const send = useMutation(sendFeedback);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (intent === undefined) return;
    send.mutate(
      { intent, text: text.trim(), about },
      {
        onSuccess: () => {
          setIntent(undefined);
          setText('');
          return showMessage('Thank you for your feedback.');
        },
      },
    );
  };
  return (
    <form aria-label="Feedback" onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {about
            ? 'Did the last answer help?'
            : 'When Dexi has answered, you can say here whether it helped.'}
        </Text>
        <Group gap="xs" grow>
          <Button
            variant={intent === true ? 'filled' : 'default'}
            aria-pressed={intent === true}
            disabled={!about}
            leftSection={<IconThumbUp size={16} stroke={1.6} />}
            onClick={() => setIntent(true)}
          >
            Yes
          </Button>
          <Button
            variant={intent === false ? 'filled' : 'default'}
            aria-pressed={intent === false}
            disabled={!about}
            leftSection={<IconThumbDown size={16} stroke={1.6} />}
            onClick={() => setIntent(false)}
          >
            No
          </Button>
        </Group>
        <Textarea
          aria-label="What was good or bad"
          placeholder="What was good or bad?"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.feedbackMaxLength}
          disabled={!about}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormError error={send.error} />
        <Button
          type="submit"
          variant="default"
          disabled={intent === undefined}
          loading={send.isPending}
        >
          Send feedback
        </Button>
      </Stack>
    </form>
  );
}
