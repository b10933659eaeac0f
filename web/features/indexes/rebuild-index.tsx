import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import {
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import { datasetNamedQuery, fileName } from '#web/api/datasets.ts';
import { indexesKey } from '#web/api/indexes.ts';
import { useMember } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { DatasetSelect } from './dataset-select.tsx';

/** Opens the question from which dataset an index is built anew. It stays until that is begun or has failed. */
export function RebuildIndex({ index, label }: { index: Index; label: string }) {
  const { orgId } = useMember();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState(false);
  const rebuild = useMutation({
    mutationFn: (value: string) =>
      api('rebuild-index', {
        body: { index_id: index.item_id, orgId, dataset: { value, label: fileName(value) } },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: indexesKey(orgId) });
      setOpened(false);
    },
  });
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
        <RebuildForm index={index} rebuild={rebuild} onClose={close} />
      </Modal>
    </>
  );
}

interface RebuildFormProps {
  index: Index;
  rebuild: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
  onClose: () => void;
}

function RebuildForm({ index, rebuild, onClose }: RebuildFormProps) {
  const { orgId } = useMember();
  // The dataset it was made of, as long as there is one of this name.
  const same = useQuery(datasetNamedQuery(orgId, index.dataset_name));
  const [other, setOther] = useState<ComponentProps<typeof DatasetSelect>['chosen']>();
  const chosen = other ?? same.data ?? undefined;
  return (
    <Stack>
      <Text size="sm">
        The index is built anew from the dataset as it is now, with the same columns.
        {index.status === 'Active' && ' Until that is done, it goes on answering as before.'}
      </Text>
      <DatasetSelect inDialog chosen={chosen} onChoose={setOther} />
      <FormError error={same.error ?? rebuild.error} />
      <Group justify="flex-end">
        <Button variant="default" disabled={rebuild.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!chosen}
          loading={rebuild.isPending}
          onClick={() => chosen && rebuild.mutate(chosen.Key)}
        >
          Rebuild
        </Button>
      </Group>
    </Stack>
  );
}
