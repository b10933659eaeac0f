import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteThread, exportThread, type ThreadRef } from '#web/api/chat-threads.ts';
import { messageOf } from '#web/lib/errors.ts';
import { ConfirmModal } from '#web/ui/confirm-modal.tsx';
import { showMessage } from '#web/ui/passing-message.tsx';
import { RenameThreadModal } from './rename-thread-modal.tsx';

interface ThreadMenuProps {
  thread: ThreadRef;
  title: string;
  onDeleted: () => void;
}

/** What can be done with a conversation. */
export function ThreadMenu({ thread, title, onDeleted }: ThreadMenuProps) {
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState<ThreadRef>();
  const save = useMutation({
    ...exportThread,
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  return (
    <>
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Conversation ${title}`}
            loading={save.isPending}
          >
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.6} />}
            onClick={() => setRenaming(true)}
          >
            Rename
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} stroke={1.6} />}
            onClick={() => save.mutate(thread)}
          >
            Export
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={() => setDeleting(thread)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RenameThreadModal
        thread={thread}
        title={title}
        opened={renaming}
        onClose={() => setRenaming(false)}
      />
      <ConfirmModal
        subject={deleting}
        title="Delete conversation"
        confirmLabel="Delete"
        action={deleteThread}
        onDone={onDeleted}
        onClose={() => setDeleting(undefined)}
      >
        {() => (
          <>
            Delete <strong>{title}</strong> with all its questions and answers? This cannot be
            undone.
          </>
        )}
      </ConfirmModal>
    </>
  );
}
