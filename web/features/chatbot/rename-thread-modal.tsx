import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { renameThread, type ThreadRef } from '#web/api/chat-threads.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

interface RenameThreadModalProps {
  thread: ThreadRef;
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** Gives a conversation another title. */
export function RenameThreadModal({ thread, title, opened, onClose }: RenameThreadModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Rename conversation">
      <RenameForm thread={thread} title={title} onClose={onClose} />
    </Modal>
  );
}

function RenameForm({ thread, title, onClose }: Omit<RenameThreadModalProps, 'opened'>) {
  const [value, setValue] = useState(title);
  const rename = useMutation(renameThread);
  const wanted = value.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ thread, title: wanted }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Title"
          data-autofocus
          maxLength={limits.chatTitleMaxLength}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <FormError error={rename.error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={rename.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={rename.isPending}
            disabled={wanted === '' || wanted === title}
          >
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
