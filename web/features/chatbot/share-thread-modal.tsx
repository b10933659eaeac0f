import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { chatShareDays } from '#shared/chat-share-days.ts';
import { shareThread, type ThreadRef, unshareThread } from '#web/api/chat-threads.ts';
import { formatDate } from '#web/lib/format.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';

interface ShareThreadModalProps {
  thread: ThreadRef;
  opened: boolean;
  onClose: () => void;
}

/** Makes a link that shows a conversation for some days, or takes it back. */
export function ShareThreadModal({ thread, opened, onClose }: ShareThreadModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Share conversation">
      <ShareForm thread={thread} onClose={onClose} />
    </Modal>
  );
}

type Days = (typeof chatShareDays)[number];
const choices = chatShareDays.map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));

function ShareForm({ thread, onClose }: Pick<ShareThreadModalProps, 'thread' | 'onClose'>) {
  const [days, setDays] = useState<Days>(7);
  const share = useMutation(shareThread);
  const unshare = useMutation(unshareThread);
  const takeBack = () =>
    unshare.mutate(thread, {
      onSuccess: () => {
        onClose();
        return showMessage('The link was taken back.');
      },
    });
  return (
    <Stack>
      <Text size="sm">
        Anybody who has the link reads what the conversation says now. What is said later is not
        shown. A new link replaces the one before.
      </Text>
      {share.data ? (
        <Group align="end" gap="xs" wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            label={`Link, until ${formatDate(share.data.ends_at)}`}
            readOnly
            value={share.data.url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyIcon value={share.data.url} label="Copy the link" />
        </Group>
      ) : (
        <NativeSelect
          label="It works for"
          data={choices}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value) as Days)}
        />
      )}
      <FormError error={share.error ?? unshare.error} />
      <Group justify="flex-end">
        <Button variant="default" loading={unshare.isPending} onClick={takeBack}>
          Take the link back
        </Button>
        {!share.data && (
          <Button loading={share.isPending} onClick={() => share.mutate({ thread, days })}>
            Make a link
          </Button>
        )}
      </Group>
    </Stack>
  );
}
