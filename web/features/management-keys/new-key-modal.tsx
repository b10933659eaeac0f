import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { type ManagementScope, managementScopes } from '#shared/management-scopes.ts';
import { addManagementKey } from '#web/api/management-keys.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';

const labels: Record<ManagementScope, string> = {
  'datasets:read': 'See datasets',
  'datasets:write': 'Upload and delete datasets',
  'indexes:read': 'See indexes',
  'indexes:write': 'Build and delete indexes',
  'keys:read': 'See names of index keys',
  'keys:write': 'Make and delete index keys',
};

const ends = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
];

interface NewKeyModalProps {
  opened: boolean;
  onClose: () => void;
}

/** Makes a key and shows its text, once. */
export function NewKeyModal({ opened, onClose }: NewKeyModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Make a management key">
      <NewKey onClose={onClose} />
    </Modal>
  );
}

/** Starts over each time the modal is opened, so that the text of a key is gone. */
function NewKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ManagementScope[]>([]);
  const [days, setDays] = useState('90');
  const add = useMutation(addManagementKey);
  const submit = () => add.mutate({ name, scopes, days: days === '' ? undefined : Number(days) });
  if (add.data) return <Made text={add.data.key} onClose={onClose} />;
  return (
    <DialogForm
      error={add.error}
      isSaving={add.isPending}
      label="Make the key"
      canSave={name.trim() !== '' && scopes.length > 0}
      onSave={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What uses it, for example: nightly load"
        required
        maxLength={limits.managementKeyNameMaxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group
        label="It may"
        required
        value={scopes}
        onChange={(chosen) => setScopes(chosen)}
      >
        <Stack gap="xs" mt="xs">
          {managementScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={labels[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label="It ends"
        data={ends}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

function Made({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Stack>
      <Notice>Copy the key now. It is shown only once.</Notice>
      <Group gap="xs" wrap="nowrap">
        <code style={{ overflowWrap: 'anywhere' }}>{text}</code>
        <CopyIcon value={text} label="Copy the key" />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
