import { ActionIcon } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconFileTypeDocx,
  IconFolderPlus,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteThread,
  exportThread,
  messagesQuery,
  type ThreadRef,
} from '#web/api/chat-threads.ts';
import type { Addable } from '#web/api/projects.ts';
import { messageOf } from '#web/lib/errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { Menu, MenuItem } from '#web/ui/menu/menu.tsx';
import { RenameThreadModal } from './rename-thread-modal.tsx';
import { ShareThreadModal } from './share-thread-modal.tsx';

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export interface ThreadMenuProps {
  thread: ThreadRef;
  title: string;
  onDeleted: () => void;
  /** Absent where nobody is signed in. */
  onAddToProject: ((conversation: Addable) => void) | undefined;
}

/** What can be done with a conversation. */
export function ThreadMenu({ thread, title, onDeleted, onAddToProject }: ThreadMenuProps) {
  const queryClient = useQueryClient();
  const [sharing, setSharing] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState<ThreadRef>();
  const onError = (error: Error) => showMessage(`Error: ${messageOf(error)}`);
  const save = useMutation({ ...exportThread, onError });
  const saveWord = useMutation({
    mutationFn: async () => {
      const [messages, { toWord }] = await Promise.all([
        queryClient.fetchQuery(messagesQuery(thread)),
        import('./to-word.ts'),
      ]);
      saveFile(`${thread.id}.docx`, await toWord(title, messages), wordType);
    },
    onError,
  });
  return (
    <>
      <Menu
        position="bottom-end"
        width={200}
        button={
          <ActionIcon
            variant="subtle"
            color="gray"
            // As high as the buttons beside it.
            size={36}
            aria-label={`Conversation ${title}`}
            loading={save.isPending || saveWord.isPending}
          >
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        }
      >
        <MenuItem
          leftSection={<IconPencil size={16} stroke={1.6} />}
          onClick={() => setRenaming(true)}
        >
          Rename
        </MenuItem>
        <MenuItem
          leftSection={<IconDownload size={16} stroke={1.6} />}
          onClick={() => save.mutate(thread)}
        >
          Export as Markdown
        </MenuItem>
        <MenuItem
          leftSection={<IconFileTypeDocx size={16} stroke={1.6} />}
          onClick={() => saveWord.mutate()}
        >
          Export as Word
        </MenuItem>
        <MenuItem
          leftSection={<IconShare size={16} stroke={1.6} />}
          onClick={() => setSharing(true)}
        >
          Share by link
        </MenuItem>
        {onAddToProject && (
          <MenuItem
            leftSection={<IconFolderPlus size={16} stroke={1.6} />}
            onClick={() => onAddToProject({ kind: 'conversation', id: thread.id, title })}
          >
            Add to project
          </MenuItem>
        )}
        <MenuItem
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={() => setDeleting(thread)}
        >
          Delete
        </MenuItem>
      </Menu>
      <RenameThreadModal
        thread={thread}
        title={title}
        opened={renaming}
        onClose={() => setRenaming(false)}
      />
      <ShareThreadModal thread={thread} opened={sharing} onClose={() => setSharing(false)} />
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
