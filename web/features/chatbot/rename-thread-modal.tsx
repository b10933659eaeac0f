import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { renameThread, type ThreadRef } from '#web/api/chat-threads.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';

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
  const submit = () => {
    rename.mutate({ thread, title: wanted }, { onSuccess: onClose });
  };
  return (
    <DialogForm
      error={rename.error}
      isSaving={rename.isPending}
      label="Rename"
      canSave={wanted !== '' && wanted !== title}
      onSave={submit}
      onClose={onClose}
    >
      <TextInput
        label="Title"
        data-autofocus
        maxLength={limits.chatTitleMaxLength}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
