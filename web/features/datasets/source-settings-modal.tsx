import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetSource } from '#shared/contract/sources.ts';
import { limits } from '#shared/limits.ts';
import type { SourceFrequency } from '#shared/sources.ts';
import { updateSource } from '#web/api/dataset-sources.ts';
import { indexChoicesQuery } from '#web/api/indexes.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { DialogForm } from '#web/ui/form/dialog-form.tsx';
import { frequencyChoices } from './source-modal.tsx';

interface SourceSettingsModalProps {
  /** The dialog is open while this is set. */
  source: DatasetSource | undefined;
  onClose: () => void;
}

/** Changes how often a dataset is fetched, and which indexes are built from what is new. */
export function SourceSettingsModal({ source, onClose }: SourceSettingsModalProps) {
  return (
    <Modal
      opened={source !== undefined}
      onClose={onClose}
      title={source && `Fetch ${source.dataset_name}`}
    >
      {source && <Settings source={source} onClose={onClose} />}
    </Modal>
  );
}

function Settings({ source, onClose }: { source: DatasetSource; onClose: () => void }) {
  const [every, setEvery] = useState<SourceFrequency>(source.every);
  const [rebuilds, setRebuilds] = useState<string[]>(source.rebuilds);
  const indexes = useQuery(indexChoicesQuery());
  const change = useMutation(updateSource(source));
  const own = indexes.data?.items.filter(({ builtin }) => !builtin) ?? [];
  const submit = () => {
    // An index that was deleted meanwhile would be refused.
    const known = rebuilds.filter((id) => own.some(({ item_id }) => item_id === id));
    change.mutate({ every, rebuilds: known }, { onSuccess: onClose });
  };
  return (
    <DialogForm
      error={change.error ?? indexes.error}
      isSaving={change.isPending}
      canSave={indexes.data !== undefined}
      onSave={submit}
      onClose={onClose}
    >
      <NativeSelect
        label="How often"
        data={frequencyChoices}
        value={every}
        onChange={(event) => setEvery(event.currentTarget.value as SourceFrequency)}
      />
      {own.length > 0 && (
        <Checkbox.Group
          label="Build again when it has changed"
          description="Each counts as a build. Searches go on meanwhile"
          value={rebuilds}
          onChange={(values) => setRebuilds(values.slice(0, limits.sourceRebuildsMax))}
        >
          <Stack gap="xs" mt="xs">
            {own.map(({ item_id, name, dataset_name }) => (
              <Checkbox key={item_id} value={item_id} label={name} description={dataset_name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </DialogForm>
  );
}
