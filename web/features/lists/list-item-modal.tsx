import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListItem } from '#shared/contract/lists.ts';
import { limits } from '#shared/limits.ts';
import { saveListItem } from '#web/api/lists.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';

interface ListItemModalProps {
  listId: string;
  /** The dialog is open while this is set. */
  item: ListItem | undefined;
  onClose: () => void;
}

/** Note and tags of a document in a list. */
export function ListItemModal({ listId, item, onClose }: ListItemModalProps) {
  return (
    <Modal opened={item !== undefined} onClose={onClose} title="Note and tags">
      {item && <ItemForm listId={listId} item={item} onClose={onClose} />}
    </Modal>
  );
}

function ItemForm({ listId, item, onClose }: ListItemModalProps & { item: ListItem }) {
  const [note, setNote] = useState(item.note ?? '');
  const [written, setWritten] = useState(item.tags.join(', '));
  const save = useMutation(saveListItem(listId));
  const submit = () => {
    const tags = tagsOf(written);
    save.mutate({ ...item, note, tags }, { onSuccess: onClose });
  };
  return (
    <DialogForm error={save.error} isSaving={save.isPending} onSave={submit} onClose={onClose}>
      <Textarea
        label={item.rating ? 'Note, such as the reason of the rating' : 'Note'}
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        maxLength={limits.listNoteMaxLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <TextInput
        label="Tags"
        description="Separated by commas"
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

const tagsOf = (written: string): string[] =>
  written
    .split(',')
    .map((tag) => tag.trim().slice(0, limits.listTagMaxLength))
    .filter(Boolean)
    .slice(0, limits.listTagsMax);
