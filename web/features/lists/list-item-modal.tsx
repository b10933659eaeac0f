import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ListItem } from '#shared/contract/lists.ts';
import { limits } from '#shared/limits.ts';
import { saveListItem } from '#web/api/lists.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tags = tagsOf(written);
    save.mutate({ ...item, note, tags }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
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
        <FormError error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const tagsOf = (written: string): string[] =>
  written
    .split(',')
    .map((tag) => tag.trim().slice(0, limits.listTagMaxLength))
    .filter(Boolean)
    .slice(0, limits.listTagsMax);
