import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import { datasetNamedQuery, fileName } from '#web/api/datasets.ts';
import { rebuildIndex } from '#web/api/index-build.ts';
import { useMember } from '#web/api/user.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { BuildEstimate } from '../build-estimate.tsx';
import { DatasetSelect } from '../dataset-select.tsx';

/** Asks from which dataset an index is rebuilt. The dialog stays open until the build has started or failed. */
export function RebuildIndex({ index, label }: { index: Index; label: string }) {
  const { orgId } = useMember();
  const [opened, setOpened] = useState(false);
  const rebuild = useMutation(rebuildIndex(orgId, index));
  const start = (path: string) =>
    rebuild.mutate({ value: path, label: fileName(path) }, { onSuccess: () => setOpened(false) });
  const close = () => {
    if (rebuild.isPending) return;
    rebuild.reset();
    setOpened(false);
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={`Rebuild ${index.name}`}>
        <RebuildForm
          index={index}
          onRebuild={start}
          pending={rebuild.isPending}
          error={rebuild.error}
          onClose={close}
        />
      </Modal>
    </>
  );
}

interface RebuildFormProps {
  index: Index;
  onRebuild: (path: string) => void;
  pending: boolean;
  error: Error | null;
  onClose: () => void;
}

function RebuildForm({ index, onRebuild, pending, error, onClose }: RebuildFormProps) {
  const { orgId } = useMember();
  // The dataset of the last build, if there still is one of this name.
  const same = useQuery(datasetNamedQuery(orgId, index.dataset_name));
  const [other, setOther] = useState<ComponentProps<typeof DatasetSelect>['chosen']>();
  const chosen = other ?? same.data ?? undefined;
  return (
    <Stack>
      <Text size="sm">
        The index is built again from the current dataset, with the same columns.
        {index.status === 'Active' && ' Until then it answers as before.'}
      </Text>
      <DatasetSelect inDialog chosen={chosen} onChoose={setOther} />
      {chosen && <BuildEstimate datasetKey={chosen.Key} />}
      <FormError error={same.error ?? error} />
      <Group justify="flex-end">
        <Button variant="default" disabled={pending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!chosen}
          loading={pending}
          onClick={() => chosen && onRebuild(chosen.Key)}
        >
          Rebuild
        </Button>
      </Group>
    </Stack>
  );
}
