import { NativeSelect } from '@mantine/core';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { List } from '#shared/contract/lists.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm, NameField } from '#web/ui/form/dialog-form.tsx';

interface ListFormProps {
  title: string;
  /** What the form begins with. */
  name?: string;
  /** Undefined for a list whose project decides who sees it. */
  shared: boolean | undefined;
  action: UseMutationOptions<List, Error, { name: string; shared: boolean }>;
  onDone?: (list: List) => void;
  onClose: () => void;
}

/** Name of a list, and whether the team sees it. */
export function ListFormModal({ opened, ...form }: ListFormProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={form.title}>
      <ListForm {...form} />
    </Modal>
  );
}

function ListForm({ name: before = '', shared, action, onDone, onClose }: ListFormProps) {
  const [name, setName] = useState(before);
  const [isShared, setShared] = useState(shared ?? false);
  const save = useMutation(action);
  const submit = () => {
    const body = { name: name.trim(), shared: isShared };
    save.mutate(body, {
      onSuccess: (list) => {
        onDone?.(list);
        onClose();
      },
    });
  };
  return (
    <DialogForm
      error={save.error}
      isSaving={save.isPending}
      canSave={name.trim() !== ''}
      onSave={submit}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      {shared !== undefined && (
        <NativeSelect
          label="Seen by"
          data={[
            { value: 'me', label: 'Only me' },
            { value: 'all', label: 'Everybody in the organization, who can add to it' },
          ]}
          value={isShared ? 'all' : 'me'}
          onChange={(event) => setShared(event.currentTarget.value === 'all')}
        />
      )}
    </DialogForm>
  );
}
