import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { List } from '#shared/contract/lists.ts';
import { limits } from '#shared/limits.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.trim(), shared: isShared };
    save.mutate(body, {
      onSuccess: (list) => {
        onDone?.(list);
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={limits.listNameMaxLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
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
        <FormError error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
